import { checkCallback } from '@doha/loop/options';
import { costOfMessage, costOfText } from '../receiver/memory-cost.ts';
import { callEach, type Reporter } from '../callbacks/guard.ts';

/** What a message holds when it comes: a text, or bytes with a buffer of their own. */
export type Received = string | Uint8Array<ArrayBuffer>;

/** A message that has come. */
export interface ReceivedMessage {
  readonly data: Received;
  /** Bytes of UTF-8, or of a view. */
  readonly size: number;
}

/** Bytes of memory that a message takes that waits to be read. */
export function costOfReceived({ data, size }: ReceivedMessage): number {
  return costOfMessage + (typeof data === 'string' ? costOfText(data, size) : size);
}

/** What is told of messages that have to wait. */
export interface CreditAccount {
  /** A message is to wait. Returns false if it cannot. */
  wait(arrival: ReceivedMessage): boolean;
  /** Such a message was read. */
  read(arrival: ReceivedMessage): void;
}

/**
 * The messages of a stream that arrived. Each goes to the iterator that has waited longest for one, otherwise to all listeners. Without either it waits
 * until an iterator asks for it or a listener is added.
 */
export class Inbox {
  #waiting: ReceivedMessage[] = [];
  #listeners: Set<(data: Received) => unknown> = new Set();
  #askers: Asker[] = [];
  #left = 0; // of them, at most: their iterators have been ended
  #isClosed = false;
  #isCancelled = false;
  #reporter: Reporter;
  #account: CreditAccount;

  /** `reporter`: receives what listeners throw; `account`: told of messages that have to wait. */
  constructor(reporter: Reporter, account: CreditAccount) {
    this.#reporter = reporter;
    this.#account = account;
  }

  /** Whether no message waits to be read. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Bytes of memory that the messages take that wait to be read. */
  get cost(): number {
    return this.#waiting.reduce((sum, arrival) => sum + costOfReceived(arrival), 0);
  }

  /** Another account is told of messages from now on. */
  transfer(account: CreditAccount): void {
    this.#account = account;
  }

  push(arrival: ReceivedMessage): void {
    if (this.#isCancelled) return;
    const asker = this.#nextAsker();
    if (asker !== undefined) asker.resolve({ done: false, value: arrival.data });
    else if (this.#listeners.size > 0) callEach(this.#reporter, this.#listeners, arrival.data);
    else if (this.#account.wait(arrival)) this.#waiting.push(arrival);
  }

  /** Nothing more comes. */
  close(): void {
    this.#isClosed = true;
    for (let asker = this.#nextAsker(); asker !== undefined; asker = this.#nextAsker())
      asker.resolve(nothingMore);
  }

  /** Drops what waits and what arrives from now on. */
  cancel(): void {
    this.#isCancelled = true;
    this.#listeners.clear();
    for (const arrival of this.#waiting.splice(0)) this.#account.read(arrival);
    this.close();
  }

  /** `listener` gets what waits, and then each as it comes. Returns the undo. */
  listen(listener: (data: Received) => unknown): () => void {
    checkCallback('onMessage: listener', listener);
    this.#listeners.add(listener);
    for (const arrival of this.#waiting.splice(0)) {
      this.#account.read(arrival);
      this.push(arrival);
    }
    return () => this.#listeners.delete(listener);
  }

  /** An iterator over the messages. `returned` is called when it is ended before there are no more, as by `break` in a loop. */
  iterator(returned: () => void): AsyncIterableIterator<Received> {
    let isOver = false;
    const asks: Asks = new Set();
    const iterator: AsyncIterableIterator<Received> = {
      next: () => (isOver ? Promise.resolve(nothingMore) : this.#next(asks)),
      return: () => {
        if (!isOver) {
          this.#leave(asks);
          returned(); // also if nothing more arrives: messages may wait
        }
        isOver = true;
        return Promise.resolve(nothingMore);
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #next(asks: Asks): Promise<IteratorResult<Received, undefined>> {
    const arrival = this.#waiting.shift();
    if (arrival === undefined && this.#isClosed) return Promise.resolve(nothingMore);
    if (arrival === undefined) return new Promise((resolve) => this.#ask({ asks, resolve }));
    this.#account.read(arrival);
    return Promise.resolve({ done: false, value: arrival.data });
  }

  #ask(asker: Asker): void {
    asker.asks.add(asker);
    this.#askers.push(asker);
  }

  #nextAsker(): Asker | undefined {
    let asker = this.#askers.shift();
    while (asker?.asks.delete(asker) === false) asker = this.#askers.shift();
    return asker;
  }

  // A message must not go to an iterator that nobody reads any more. Its requests stay in the queue until they are half of it: to remove each at once would
  // take quadratic time if many iterators are ended.
  #leave(asks: Asks): void {
    for (const { resolve } of asks) resolve(nothingMore);
    this.#left += asks.size;
    asks.clear();
    if (2 * this.#left <= this.#askers.length) return;
    this.#askers = this.#askers.filter((asker) => asker.asks.has(asker));
    this.#left = 0;
  }
}

/** A request of an iterator for a message. */
interface Asker {
  /** The requests of the same iterator that wait. */
  readonly asks: Asks;
  readonly resolve: (result: IteratorResult<Received, undefined>) => void;
}

type Asks = Set<Asker>;

const nothingMore = { done: true, value: undefined } as const;
