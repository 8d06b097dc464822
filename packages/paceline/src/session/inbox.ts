import { callEach, type Reporter } from './guard.ts';

/** What a message holds when it comes: a text, or bytes with a buffer of their own. */
export type Received = string | Uint8Array<ArrayBuffer>;

/** A message that has come, and the credit that it took. */
interface Arrival {
  readonly data: Received;
  readonly credit: number;
}

/** The messages of a stream that have come: listeners take them at once, else they wait until they are asked for. */
export class Inbox {
  #waiting: Arrival[] = [];
  #listeners: Set<(data: Received) => void> = new Set();
  #askers: ((result: IteratorResult<Received, undefined>) => void)[] = [];
  #isClosed = false;
  #whenClosed: (() => void)[] = [];
  #reporter: Reporter;
  #took: (credit: number) => void;

  /** `reporter`: receives what listeners throw; `took`: told the credit of what has left it. */
  constructor(reporter: Reporter, took: (credit: number) => void) {
    this.#reporter = reporter;
    this.#took = took;
  }

  push(arrival: Arrival): void {
    const { credit, data } = arrival;
    const asker = this.#askers.shift();
    if (asker === undefined && this.#listeners.size === 0) return void this.#waiting.push(arrival);
    this.#took(credit);
    if (asker !== undefined) return asker({ done: false, value: data });
    callEach(this.#reporter, this.#listeners, data);
  }

  /** Nothing more comes. */
  close(): void {
    this.#isClosed = true;
    for (const asker of this.#askers.splice(0)) asker({ done: true, value: undefined });
    for (const resolve of this.#whenClosed.splice(0)) resolve();
  }

  /** Resolves when nothing more comes. */
  get closed(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => this.#whenClosed.push(resolve));
  }

  /** `listener` gets what waits, and then each as it comes. Returns the undo. */
  listen(listener: (data: Received) => void): () => void {
    this.#listeners.add(listener);
    for (const arrival of this.#waiting.splice(0)) this.push(arrival);
    return () => this.#listeners.delete(listener);
  }

  next(): Promise<IteratorResult<Received, undefined>> {
    const arrival = this.#waiting.shift();
    if (arrival === undefined && this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    if (arrival === undefined) return new Promise((resolve) => this.#askers.push(resolve));
    this.#took(arrival.credit);
    return Promise.resolve({ done: false, value: arrival.data });
  }
}
