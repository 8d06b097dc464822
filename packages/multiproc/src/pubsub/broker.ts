import type { SendTo } from '../transport/remote-methods.ts';
import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import type { Retention } from './publications.ts';

/** Stands for the subscription that the main thread had when a topic was announced. No subscription has this number. */
export const atAnnouncement = 0;

/**
 * A thread that has subscribed a topic, and which of its subscriptions that is. Values that were sent for an earlier one may arrive during a later
 * one.
 */
export type SubscribedThread = readonly [thread: ThreadId, subscription: number];

/** What the directory tells a publisher. */
export interface BrokerToPublisher {
  /** This topic has these subscribers; the answer to an announcement. */
  subscribers(topic: string, subscribers: readonly SubscribedThread[]): void;
  /** One more; it gets what the topic is now. */
  joined(topic: string, thread: ThreadId, subscription: number): void;
  left(topic: string, thread: ThreadId): void;
  /** Another thread publishes this topic as well, although one of the two retains its newest value. */
  contested(topic: string, thread: ThreadId, itsRetention: Retention | undefined): void;
}

interface Publisher {
  /** Undefined for a table. */
  readonly retention: Retention | undefined;
  /** The subscription of the main thread when it announced the topic; undefined if there was none. */
  readonly main: number | undefined;
}

interface Topic {
  readonly publishers: Map<ThreadId, Publisher>;
  /** With the numbers of their subscriptions. */
  readonly subscribers: Map<ThreadId, number>;
}

/**
 * Who publishes what to whom (the central publish-subscribe unit of DOHA, WWW'12 §2.2.3). Only that goes through the thread that has it:
 * what is published goes straight from publisher to subscriber.
 */
export class Broker {
  #topics: Map<string, Topic> = new Map();
  #send: SendTo<ThreadId, BrokerToPublisher>;

  /** `tell` brings news to a publisher, in the order in which it is told. */
  constructor(send: SendTo<ThreadId, BrokerToPublisher>) {
    this.#send = send;
  }

  /** How many topics somebody publishes or subscribes. */
  get topics(): number {
    return this.#topics.size;
  }

  /** The subscription that the main thread had when `thread` announced a topic; undefined if there was none, or if it was withdrawn. */
  mainSubscription(thread: ThreadId, name: string): number | undefined {
    return this.#topics.get(name)?.publishers.get(thread)?.main;
  }

  /** A thread publishes a topic from now on, or with another retention than before. Only the former is answered: of later subscribers it is told. */
  announce(thread: ThreadId, name: string, retention?: Retention): void {
    const topic = this.#topicOf(name);
    const before = topic.publishers.get(thread);
    for (const [other, { retention: itsRetention }] of topic.publishers) {
      // The other one may have stopped, of which it has not been heard. It knows.
      if (other !== thread && (retention === 'newest' || itsRetention === 'newest'))
        this.#send(other, 'contested', [name, thread, retention]);
    }
    const { main } = before ?? { main: topic.subscribers.get(mainThread) };
    topic.publishers.set(thread, { retention, main });
    if (before === undefined) this.#send(thread, 'subscribers', [name, [...topic.subscribers]]);
  }

  /** A thread publishes a topic no more. */
  withdraw(thread: ThreadId, name: string): void {
    const topic = this.#topicOf(name);
    topic.publishers.delete(thread);
    this.#forget(name, topic);
  }

  subscribe(thread: ThreadId, name: string, subscription: number): void {
    const topic = this.#topicOf(name);
    topic.subscribers.set(thread, subscription);
    for (const publisher of topic.publishers.keys())
      this.#send(publisher, 'joined', [name, thread, subscription]);
  }

  unsubscribe(thread: ThreadId, name: string): void {
    const topic = this.#topicOf(name);
    topic.subscribers.delete(thread);
    for (const publisher of topic.publishers.keys()) this.#send(publisher, 'left', [name, thread]);
    this.#forget(name, topic);
  }

  /** A thread is no more. */
  leave(thread: ThreadId): void {
    for (const [name, topic] of this.#topics) {
      topic.publishers.delete(thread);
      if (topic.subscribers.has(thread)) this.unsubscribe(thread, name);
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
