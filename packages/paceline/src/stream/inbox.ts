import { checkCallback } from '@doha/loop/options';
import { callEach, type Reporter } from '../callbacks/guard.ts';
import { costOfMessage, costOfText } from '../memory/memory-cost.ts';
import { RingQueue } from '../transport/ring-queue.ts';
import type { Bytes } from '../wire/bytes.ts';

/** Data of a message that has arrived: a text, or bytes with a buffer of their own. */
export type Received = string | Bytes;

/** A message that has arrived. */
export interface ReceivedMessage {
  readonly data: Received;
  /** Size in bytes, of a text in UTF-8. */
  readonly size: number;
  /** Number of the message. */
  readonly id: number;
}

/** Bytes of memory that an unread message takes. */
export function costOfReceived({ data, size }: ReceivedMessage): number {
  return costOfMessage + (typeof data === 'string' ? costOfText(data, size) : size);
}

/** Counts unread messages. */
export interface CreditAccount {
  /** A message must wait. Returns false if there is no memory for it. */
  wait(message: ReceivedMessage): boolean;
  /** A message that waited was read. */
  read(message: ReceivedMessage): void;
}

/**
 * The messages of a stream that have arrived. Each goes to the iterator that has waited longest,
 * otherwise to all listeners. Without either it waits until an iterator asks for it, or a listener
 * is added. A listener that is added gets it in a microtask, or before the next message if that
 * arrives earlier.
 */
export class Inbox {
  #waiting: RingQueue<ReceivedMessage> = new RingQueue();
  #listeners: Set<(data: Received) => unknown> = new Set();
  #requests: RingQueue<ReadRequest> = new RingQueue();
  #abandoned = 0; // upper bound of the number of #requests whose iterators have been ended
  #isClosed = false;
  #isCancelled = false;
  #reporter: Reporter;
  #account: CreditAccount;

  /** `reporter` receives errors of listeners; `account` counts unread messages. */
  constructor(reporter: Reporter, account: CreditAccount) {
    this.#reporter = reporter;
    this.#account = account;
  }

  /** Whether no message waits to be read. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Bytes of memory that the unread messages take. */
  get cost(): number {
    let sum = 0;
    for (const message of this.#waiting) sum += costOfReceived(message);
    return sum;
  }

  /** Another account counts the messages from now on. */
  transfer(account: CreditAccount): void {
    this.#account = account;
  }

  /** A message has arrived. Returns whether the application gets it now. */
  push(message: ReceivedMessage): boolean {
    if (this.#waiting.length > 0) this.#deliver();
    if (this.#isCancelled) return false;
    const request = this.#nextRequest();
    const isRead = request !== undefined || this.#listeners.size > 0;
    if (request !== undefined) request.resolve({ done: false, value: message.data });
    else if (isRead) callEach(this.#reporter, this.#listeners, message.data);
    else if (this.#account.wait(message)) this.#waiting.push(message);
    return isRead;
  }

  /** No more messages arrive. */
  close(): void {
    this.#isClosed = true;
    for (let request = this.#nextRequest(); request !== undefined; request = this.#nextRequest())
      request.resolve(nothingMore);
  }

  /** Drops unread messages, and messages that arrive from now on. */
  cancel(): void {
    this.#isCancelled = true;
    this.#listeners.clear();
    for (let message = this.#take(); message !== undefined; message = this.#take());
    this.close();
  }

  /**
   * `listener` gets the unread messages after this function has returned, and then each message as it arrives. Returns a function that removes the
   * listener.
   */
  listen(listener: (data: Received) => unknown): () => void {
    checkCallback('onMessage: listener', listener);
    this.#listeners.add(listener);
    if (this.#waiting.length > 0) queueMicrotask(() => this.#deliver());
    return () => this.#listeners.delete(listener);
  }

  /** An iterator over the messages. `returned` is called when it is ended early, as by `break` in a loop. */
  iterator(returned: () => void): AsyncIterableIterator<Received> {
    let isOver = false;
    const pending: Pending = new Set();
    const iterator: AsyncIterableIterator<Received> = {
      next: () => (isOver ? Promise.resolve(nothingMore) : this.#next(pending)),
      return: () => {
        if (!isOver) {
          this.#abandon(pending);
          returned(); // also if no more messages arrive: some may be unread
        }
        isOver = true;
        return Promise.resolve(nothingMore);
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  /** Delivers the messages that wait, for as long as there is a listener. */
  #deliver(): void {
    if (this.#listeners.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new RingQueue();
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      this.#account.read(message);
      this.push(message);
    }
  }

  #take(): ReceivedMessage | undefined {
    const message = this.#waiting.shift();
    if (message !== undefined) this.#account.read(message);
    return message;
  }

  #next(pending: Pending): Promise<IteratorResult<Received, undefined>> {
    const message = this.#take();
    if (message === undefined && this.#isClosed) return Promise.resolve(nothingMore);
    if (message === undefined) return new Promise((resolve) => this.#request({ pending, resolve }));
    return Promise.resolve({ done: false, value: message.data });
  }

  #request(request: ReadRequest): void {
    request.pending.add(request);
    this.#requests.push(request);
  }

  #nextRequest(): ReadRequest | undefined {
    let request = this.#requests.shift();
    while (request?.pending.delete(request) === false) request = this.#requests.shift();
    return request;
  }

  // A message must not go to an iterator that has been ended. The requests of ended iterators stay
  // in the queue until they are half of it: removing each of them at once would take quadratic time
  // if many iterators are ended.
  #abandon(pending: Pending): void {
    for (const { resolve } of pending) resolve(nothingMore);
    this.#abandoned += pending.size;
    pending.clear();
    if (2 * this.#abandoned <= this.#requests.length) return;
    for (let count = this.#requests.length; count > 0; count--) {
      const request = this.#requests.shift()!;
      if (request.pending.has(request)) this.#requests.push(request);
    }
    this.#abandoned = 0;
  }
}

/** A request of an iterator for a message. */
interface ReadRequest {
  /** The pending requests of the same iterator. */
  readonly pending: Pending;
  readonly resolve: (result: IteratorResult<Received, undefined>) => void;
}

type Pending = Set<ReadRequest>;

const nothingMore = { done: true, value: undefined } as const;
