import { deliver, receiver } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { atAnnouncement, Broker, type BrokerToPublisher, brokerToPublisher } from './broker.ts';
import { Publications } from './publications.ts';
import { type Subscriber, Subscriptions } from './subscriptions.ts';

export interface Thread {
  readonly publications: Publications;
  readonly subscriptions: Subscriptions;
}

/**
 * Simulated threads that publish and subscribe. Each channel between two threads keeps the order of
 * its messages, and the test chooses when they arrive. Thread 0 has the broker.
 */
export class Session {
  readonly broker: Broker;
  readonly threads: Thread[];
  /** Reports of topics that two threads publish, one of them with the retention `newest`. */
  readonly conflicts: (readonly [topic: string, publisher: ThreadId, other: ThreadId])[] = [];
  readonly #subscribed: Set<string> = new Set();
  readonly #channels: Map<string, (() => void)[]> = new Map();
  /** Threads that have something to commit. */
  readonly #uncommitted: Set<ThreadId> = new Set();

  readonly #isMainDirect: boolean;

  /**
   * `isMainDirect`: messages between thread 0 and the broker have no delay, as in applications,
   * where both are in one thread.
   */
  constructor(count: number, isMainDirect = false) {
    this.#isMainDirect = isMainDirect;
    this.broker = new Broker((thread, name, args) =>
      this.#queue(`broker>${thread}`, () =>
        deliver(
          [receiver<BrokerToPublisher>(this.threads[thread]!.publications, brokerToPublisher)],
          name,
          args,
        ),
      ),
    );
    this.threads = Array.from({ length: count }, (_, thread) => ({
      publications: new Publications({
        announce: (...publication) =>
          this.#send(thread, 0, () => this.broker.announce(thread, ...publication)),
        withdraw: (topic) => this.#send(thread, 0, () => this.broker.withdraw(thread, topic)),
        send: ([to, subscription], topic, value, retention) =>
          this.#send(thread, to, () => {
            const isKnown = subscription !== atAnnouncement;
            const number = isKnown ? subscription : this.broker.mainSubscription(thread, topic);
            const { subscriptions } = this.threads[to]!;
            if (number !== undefined)
              subscriptions.deliver(topic, value, retention === 'newest', thread, number);
          }),
        endRetention: (to, topic) =>
          this.#send(thread, to, () => this.threads[to]!.subscriptions.dropRetained(topic, thread)),
        onPublisherConflict: (topic, other) => this.conflicts.push([topic, thread, other]),
        sharesTaskChannel: (to) => (thread === 0) !== (to === 0),
        commitSoon: () => this.#uncommitted.add(thread),
      }),
      subscriptions: new Subscriptions({
        subscribe: (...subscription) =>
          this.#send(thread, 0, () => {
            this.#subscribed.add(`${thread} ${subscription[0]}`);
            this.broker.subscribe(thread, ...subscription);
          }),
        unsubscribe: (topic) => this.#send(thread, 0, () => this.broker.unsubscribe(thread, topic)),
        onError: (error) => {
          throw error;
        },
      }),
    }));
  }

  /** Whether the broker knows that a thread has subscribed to a topic. */
  isSubscribed(thread: ThreadId, topic: string): boolean {
    return this.#subscribed.has(`${thread} ${topic}`);
  }

  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  commit(thread: ThreadId): void {
    if (this.#uncommitted.delete(thread)) this.threads[thread]!.publications.commit();
  }

  settle(): void {
    do {
      for (const thread of this.#uncommitted) this.commit(thread);
      while (this.deliver(0));
    } while (this.#uncommitted.size > 0);
  }

  /** Delivers the first message of a channel. */
  deliverOn(channel: string): void {
    this.#channels.get(channel)!.shift()!();
  }

  #send(from: ThreadId, to: ThreadId, message: () => void): void {
    // Messages of the broker and values use different channels.
    this.#queue(`${from}>${to}${to === 0 ? '' : ' data'}`, message);
  }

  /** Thread 0 asks a worker to subscribe to a topic. */
  ask(worker: ThreadId, topic: string, subscriber: Subscriber): void {
    this.threads[0]!.publications.expectSubscriber(topic, worker);
    this.#send(0, worker, () => {
      this.threads[worker]!.subscriptions.subscribe(topic, subscriber);
      this.#send(worker, 0, () => this.threads[0]!.publications.confirmed(topic, worker));
    });
  }

  /**
   * Sends a task to a worker, after all earlier messages of thread 0 to it. `run` is called when
   * the task arrives.
   */
  submit(worker: ThreadId, run: () => void): void {
    this.threads[0]!.publications.commitBeforeTasks();
    this.#send(0, worker, run);
  }

  /**
   * Sends the result of a task, after all values that the worker has published. `resolve` is called
   * when the result arrives.
   */
  endTask(worker: ThreadId, resolve: () => void): void {
    this.threads[worker]!.publications.commitBeforeTasks();
    this.#send(worker, 0, resolve);
  }

  #queue(channel: string, message: () => void): void {
    if (this.#isMainDirect && (channel === '0>0' || channel === 'broker>0')) return message();
    if (!this.#channels.has(channel)) this.#channels.set(channel, []);
    this.#channels.get(channel)!.push(message);
  }
}

/**
 * The publications of a thread, and a list of the messages that they have sent. `send` is called
 * with each value that is sent.
 */
export function recordPublisher(
  send: (publications: Publications, topic: string, value: unknown, to: ThreadId) => void,
): {
  readonly publications: Publications;
  readonly did: string[];
} {
  const did: string[] = [];
  const publications: Publications = new Publications({
    announce: (topic) => did.push(`announce ${topic}`),
    withdraw: (topic) => did.push(`withdraw ${topic}`),
    send: ([to], topic, value) => {
      did.push(`send ${topic} ${String(value)} to ${to}`);
      send(publications, topic, value, to);
    },
    endRetention: (to, topic) => did.push(`endRetention ${topic} to ${to}`),
    onPublisherConflict: () => {},
    sharesTaskChannel: () => false,
    commitSoon: () => {},
  });
  return { did, publications };
}
