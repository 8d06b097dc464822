import type { NamesOf, SendTo } from '../transport/remote-methods.ts';
import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import type { Retention } from './publications.ts';

/**
 * A publisher that announces a topic sends this in place of the number of the main thread's
 * subscription, which it does not know yet. Subscriptions are numbered from 1.
 */
export const atAnnouncement = 0;

/**
 * A thread that subscribes to a topic, and the number of its subscription. Values that were sent
 * for an earlier subscription may arrive during a later one. The receiver recognizes them by the
 * number and ignores them.
 */
export type SubscribedThread = readonly [thread: ThreadId, subscription: number];

/** Messages from the broker to a publisher. */
export interface BrokerToPublisher {
  /** The answer to `announce`: the subscribers of the topic. */
  subscribers(topic: string, subscribers: readonly SubscribedThread[]): void;
  /** A further subscriber, which must get the retained value. */
  joined(topic: string, thread: ThreadId, subscription: number): void;
  left(topic: string, thread: ThreadId): void;
  /**
   * Another thread publishes the topic as well, and one of the two has the retention `newest`,
   * which allows only one publisher.
   */
  publisherConflict(topic: string, thread: ThreadId, itsRetention: Retention | undefined): void;
}

/** The remote methods of a publisher. */
export const brokerToPublisher: NamesOf<BrokerToPublisher> = {
  subscribers: true,
  joined: true,
  publisherConflict: true,
  left: true,
};

interface Publisher {
  /** Undefined for a table. */
  readonly retention: Retention | undefined;
  /**
   * The number of the main thread's subscription at the time of the announcement; undefined if
   * there was none.
   */
  readonly main: number | undefined;
}

interface Subscription {
  readonly number: number;
  /** Called when a publisher is lost. */
  readonly onLoss: ((publisher: ThreadId) => void) | undefined;
}

interface Topic {
  readonly publishers: Map<ThreadId, Publisher>;
  readonly subscribers: Map<ThreadId, Subscription>;
}

/**
 * Matches the publishers and subscribers of each topic (the central publish-subscribe unit of DOHA,
 * WWW'12 §2.2.3). Values do not pass through the broker: publishers send them directly to
 * subscribers. A table is a topic as well: its writers are publishers, and the threads with
 * replicas are subscribers.
 */
export class Broker {
  #topics: Map<string, Topic> = new Map();
  #send: SendTo<ThreadId, BrokerToPublisher>;

  /** `send` calls a method of a publisher. The order of the calls is kept. */
  constructor(send: SendTo<ThreadId, BrokerToPublisher>) {
    this.#send = send;
  }

  /** Number of topics that have a publisher or a subscriber. */
  get topics(): number {
    return this.#topics.size;
  }

  /** The subscription of the main thread at the time when `thread` announced the topic; undefined if there was none, or if the topic was withdrawn. */
  mainSubscription(thread: ThreadId, name: string): number | undefined {
    return this.#topics.get(name)?.publishers.get(thread)?.main;
  }

  /**
   * Called when a thread begins to publish a topic, or changes its retention. The
   * broker sends a new publisher the list of subscribers, and later each further subscriber.
   */
  announce(thread: ThreadId, name: string, retention?: Retention): void {
    const topic = this.#topicOf(name);
    const before = topic.publishers.get(thread);
    for (const [other, { retention: itsRetention }] of topic.publishers) {
      // The other thread may have stopped publishing, and the broker does not know yet. So the
      // other thread decides whether to report the conflict.
      if (other !== thread && (retention === 'newest' || itsRetention === 'newest'))
        this.#send(other, 'publisherConflict', [name, thread, retention]);
    }
    const { main } = before ?? { main: topic.subscribers.get(mainThread)?.number };
    topic.publishers.set(thread, { retention, main });
    if (before !== undefined) return;
    const subscribers = Array.from(topic.subscribers, ([other, { number }]) => [other, number] as const);
    this.#send(thread, 'subscribers', [name, subscribers]);
  }

  /** Called when a thread no longer publishes a topic. */
  withdraw(thread: ThreadId, name: string): void {
    const topic = this.#topicOf(name);
    topic.publishers.delete(thread);
    this.#forget(name, topic);
  }

  /** `onLoss` is called when a publisher of the topic is lost. */
  subscribe(thread: ThreadId, name: string, number: number, onLoss?: (publisher: ThreadId) => void): void {
    const topic = this.#topicOf(name);
    topic.subscribers.set(thread, { number, onLoss });
    for (const publisher of topic.publishers.keys()) this.#send(publisher, 'joined', [name, thread, number]);
  }

  unsubscribe(thread: ThreadId, name: string): void {
    const topic = this.#topicOf(name);
    topic.subscribers.delete(thread);
    for (const publisher of topic.publishers.keys()) this.#send(publisher, 'left', [name, thread]);
    this.#forget(name, topic);
  }

  /** Called when a thread is gone. */
  leave(thread: ThreadId): void {
    for (const [name, topic] of this.#topics) {
      const isLoss = topic.publishers.delete(thread);
      if (topic.subscribers.has(thread)) this.unsubscribe(thread, name);
      if (isLoss) for (const { onLoss } of topic.subscribers.values()) onLoss?.(thread);
      this.#forget(name, topic);
    }
  }

  #topicOf(name: string): Topic {
    let topic = this.#topics.get(name);
    if (topic === undefined)
      this.#topics.set(name, (topic = { publishers: new Map(), subscribers: new Map() }));
    return topic;
  }

  #forget(name: string, topic: Topic): void {
    const { publishers, subscribers } = topic;
    if (publishers.size + subscribers.size === 0 && this.#topics.get(name) === topic)
      this.#topics.delete(name);
  }
}
