import type { Site } from './directory.ts';
import type { Retention } from './publications.ts';

/** A function that receives the values of a topic. */
export type Subscriber = (value: unknown) => void;

export interface SubscriptionsOptions {
  readonly subscribe: (topic: string) => void;
  readonly unsubscribe: (topic: string) => void;
  /** Told of what subscribers throw. */
  readonly onError: (error: unknown) => void;
}

/** A value that is retained, and the thread that has published it. */
interface Newest {
  readonly value: unknown;
  readonly from: Site;
}

/** What a thread has subscribed. */
export class Subscriptions {
  #options: SubscriptionsOptions;
  #subscribers: Map<string, Set<Subscriber>> = new Map();
  #newest: Map<string, Newest> = new Map(); // of topics that retain it
  #late: Set<Subscriber> = new Set(); // those that will be told of it

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Tells a directory that knows nothing of it what is subscribed here. */
  introduce(): void {
    for (const topic of this.#subscribers.keys()) this.#options.subscribe(topic);
  }

  /** Returns the undo. */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    // One function may be subscribed twice.
    const own: Subscriber = (value) => subscriber(value);
    let all = this.#subscribers.get(topic);
    if (all === undefined) {
      this.#subscribers.set(topic, (all = new Set()));
      this.#options.subscribe(topic); // a publisher of this thread may answer at once
    }
    all.add(own);
    if (this.#newest.has(topic)) this.#callSoon(topic, own);
    return () => this.#unsubscribe(topic, own);
  }

  /** A value has come from a thread. */
  deliver(topic: string, value: unknown, retention: Retention, from: Site): void {
    const subscribers = this.#subscribers.get(topic);
    if (subscribers === undefined) return; // it was under way when the last one left
    if (retention === 'newest') this.#newest.set(topic, { value, from });
    const present = [...subscribers]; // who subscribes meanwhile has no part in it, nor who unsubscribes
    for (const subscriber of present) {
      this.#late.delete(subscriber);
      if (subscribers.has(subscriber)) this.#call(subscriber, value);
    }
  }

  /** A thread retains the newest value of a topic no longer. */
  release(topic: string, from: Site): void {
    if (this.#newest.get(topic)?.from === from) this.#newest.delete(topic);
  }

  /** A thread is no more: nothing of it is retained. */
  gone(site: Site): void {
    for (const topic of this.#newest.keys()) this.release(topic, site);
  }

  /** Removes all subscribers. */
  dispose(): void {
    for (const all of this.#subscribers.values()) all.clear();
    this.#subscribers.clear();
    this.#newest.clear();
  }

  // Never before `subscribe` has returned its undo.
  #callSoon(topic: string, subscriber: Subscriber): void {
    this.#late.add(subscriber);
    queueMicrotask(() => {
      const isLate = this.#late.delete(subscriber);
      const newest = this.#newest.get(topic); // undefined if it was released meanwhile
      if (isLate && newest !== undefined && this.#subscribers.get(topic)?.has(subscriber) === true)
        this.#call(subscriber, newest.value);
    });
  }

  #call(subscriber: Subscriber, value: unknown): void {
    try {
      subscriber(value);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #unsubscribe(topic: string, subscriber: Subscriber): void {
    const all = this.#subscribers.get(topic);
    if (all?.delete(subscriber) !== true || all.size > 0) return;
    this.#subscribers.delete(topic);
    this.#newest.delete(topic);
    this.#options.unsubscribe(topic);
  }
}
