import { callGuarded } from '../call-guarded.ts';
import type { ThreadId } from '../transport/thread-id.ts';

/** A function that receives the values of a topic. */
export type Subscriber = (value: unknown) => unknown;

export interface SubscriptionsOptions {
  /** Tells the broker of a subscription. Its number is greater than all earlier ones. */
  readonly subscribe: (topic: string, subscription: number) => void;
  readonly unsubscribe: (topic: string) => void;
  /** Receives errors and rejections of subscribers. */
  readonly onError: (error: unknown) => void;
}

/** A retained value, and the thread that published it. */
interface Newest {
  readonly value: unknown;
  readonly from: ThreadId;
}

/** The subscribers of a topic in this thread. */
interface Subscription {
  /** Unique in this thread. */
  readonly number: number;
  readonly subscribers: Set<Subscriber>;
}

/** The topics to which a thread subscribes. */
export class Subscriptions {
  #options: SubscriptionsOptions;
  #subscriptions: Map<string, Subscription> = new Map();
  #begun = 0; // number of subscriptions so far
  #newest: Map<string, Newest> = new Map(); // by topic, if its publisher retains the value
  #late: Set<Subscriber> = new Set(); // subscribers that a microtask will call with the retained value

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Announces all subscriptions to the broker of a new session. */
  beginSession(): void {
    for (const [topic, { number }] of this.#subscriptions) this.#options.subscribe(topic, number);
  }

  /** The number of the subscription of a topic; undefined if there is none. */
  numberOf(topic: string): number | undefined {
    return this.#subscriptions.get(topic)?.number;
  }

  /** Returns a function that unsubscribes. */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    // A wrapper, because the same function may subscribe twice.
    const own: Subscriber = (value) => subscriber(value);
    (this.#subscriptions.get(topic) ?? this.#begin(topic)).subscribers.add(own);
    if (this.#newest.has(topic)) this.#callSoon(topic, own);
    return () => this.#unsubscribe(topic, own);
  }

  /** Delivers a value that another thread has sent for the subscription `number`. `isRetained`: whether the publisher retains it. */
  deliver(topic: string, value: unknown, isRetained: boolean, from: ThreadId, number: number): void {
    const subscription = this.#subscriptions.get(topic);
    if (subscription?.number !== number) return; // the value was in flight when the last subscriber left
    const { subscribers } = subscription;
    if (isRetained) this.#newest.set(topic, { value, from });
    const present = [...subscribers]; // later subscribers do not get the value, nor do those that unsubscribe meanwhile
    for (const subscriber of present) {
      this.#late.delete(subscriber);
      if (subscribers.has(subscriber)) this.#call(subscriber, value);
    }
  }

  /** Called when a publisher no longer retains the newest value of a topic. */
  dropRetained(topic: string, from: ThreadId): void {
    if (this.#newest.get(topic)?.from === from) this.#newest.delete(topic);
  }

  /** Called when a thread is gone: its values are no longer retained. */
  gone(thread: ThreadId): void {
    for (const topic of this.#newest.keys()) this.dropRetained(topic, thread);
  }

  /** Drops all values of the session. The subscribers stay. */
  endSession(): void {
    this.#newest.clear();
  }

  /** Removes all subscribers. */
  dispose(): void {
    for (const { subscribers } of this.#subscriptions.values()) subscribers.clear();
    this.#subscriptions.clear();
    this.#newest.clear();
  }

  #begin(topic: string): Subscription {
    const subscription = { number: ++this.#begun, subscribers: new Set<Subscriber>() };
    this.#subscriptions.set(topic, subscription);
    this.#options.subscribe(topic, subscription.number); // after `set`, because a publisher of this thread may deliver its value at once
    return subscription;
  }

  // Asynchronous, so that `subscribe` can return before the call.
  #callSoon(topic: string, subscriber: Subscriber): void {
    this.#late.add(subscriber);
    queueMicrotask(() => {
      const isLate = this.#late.delete(subscriber);
      const newest = this.#newest.get(topic); // undefined if the retention has ended meanwhile
      const isThere = this.#subscriptions.get(topic)?.subscribers.has(subscriber) === true;
      if (isLate && newest !== undefined && isThere) this.#call(subscriber, newest.value);
    });
  }

  #call(subscriber: Subscriber, value: unknown): void {
    callGuarded(this.#options.onError, subscriber, value);
  }

  #unsubscribe(topic: string, subscriber: Subscriber): void {
    const all = this.#subscriptions.get(topic)?.subscribers;
    if (all?.delete(subscriber) !== true || all.size > 0) return;
    this.#subscriptions.delete(topic);
    this.#newest.delete(topic);
    this.#options.unsubscribe(topic);
  }
}
