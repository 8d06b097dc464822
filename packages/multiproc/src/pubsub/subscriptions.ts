import { reportRejection } from '../report-rejection.ts';
import type { ThreadId } from '../transport/thread-id.ts';

/** A function that receives the values of a topic. */
export type Subscriber = (value: unknown) => unknown;

export interface SubscriptionsOptions {
  /** `subscription` is greater than those before. */
  readonly subscribe: (topic: string, subscription: number) => void;
  readonly unsubscribe: (topic: string) => void;
  /** Told of what subscribers throw, or reject with. */
  readonly onError: (error: unknown) => void;
}

/** A value that is retained, and the thread that has published it. */
interface Newest {
  readonly value: unknown;
  readonly from: ThreadId;
}

/** The subscribers of a topic in this thread. */
interface Subscription {
  /** No other subscription of this thread has it. */
  readonly number: number;
  readonly subscribers: Set<Subscriber>;
}

/** What a thread has subscribed. */
export class Subscriptions {
  #options: SubscriptionsOptions;
  #subscriptions: Map<string, Subscription> = new Map();
  #begun = 0; // subscriptions
  #newest: Map<string, Newest> = new Map(); // of topics that retain it
  #late: Set<Subscriber> = new Set(); // those that will be told of it

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Tells a directory that knows nothing of it what is subscribed here. */
  introduce(): void {
    for (const [topic, { number }] of this.#subscriptions) this.#options.subscribe(topic, number);
  }

  /** The number of the subscription of a topic; undefined if there is none. */
  numberOf(topic: string): number | undefined {
    return this.#subscriptions.get(topic)?.number;
  }

  /** Returns the undo. */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    // One function may be subscribed twice.
    const own: Subscriber = (value) => subscriber(value);
    (this.#subscriptions.get(topic) ?? this.#begin(topic)).subscribers.add(own);
    if (this.#newest.has(topic)) this.#callSoon(topic, own);
    return () => this.#unsubscribe(topic, own);
  }

  /** A value has come from a thread, which may retain it. `number` is that of the subscription for which it was sent. */
  deliver(topic: string, value: unknown, isRetained: boolean, from: ThreadId, number: number): void {
    const subscription = this.#subscriptions.get(topic);
    if (subscription?.number !== number) return; // it was under way when the last subscriber left
    const { subscribers } = subscription;
    if (isRetained) this.#newest.set(topic, { value, from });
    const present = [...subscribers]; // who subscribes meanwhile has no part in it, nor who unsubscribes
    for (const subscriber of present) {
      this.#late.delete(subscriber);
      if (subscribers.has(subscriber)) this.#call(subscriber, value);
    }
  }

  /** A thread retains the newest value of a topic no longer. */
  release(topic: string, from: ThreadId): void {
    if (this.#newest.get(topic)?.from === from) this.#newest.delete(topic);
  }

  /** A thread is no more: nothing of it is retained. */
  gone(thread: ThreadId): void {
    for (const topic of this.#newest.keys()) this.release(topic, thread);
  }

  /** The session is over, and so is what was published in it. The subscribers stay. */
  end(): void {
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
    this.#options.subscribe(topic, subscription.number); // a publisher of this thread may answer at once
    return subscription;
  }

  // Never before `subscribe` has returned its undo.
  #callSoon(topic: string, subscriber: Subscriber): void {
    this.#late.add(subscriber);
    queueMicrotask(() => {
      const isLate = this.#late.delete(subscriber);
      const newest = this.#newest.get(topic); // undefined if it was released meanwhile
      const isThere = this.#subscriptions.get(topic)?.subscribers.has(subscriber) === true;
      if (isLate && newest !== undefined && isThere) this.#call(subscriber, newest.value);
    });
  }

  #call(subscriber: Subscriber, value: unknown): void {
    try {
      reportRejection(subscriber(value), this.#options.onError);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #unsubscribe(topic: string, subscriber: Subscriber): void {
    const all = this.#subscriptions.get(topic)?.subscribers;
    if (all?.delete(subscriber) !== true || all.size > 0) return;
    this.#subscriptions.delete(topic);
    this.#newest.delete(topic);
    this.#options.unsubscribe(topic);
  }
}
