import type { StreamClose } from '../wire/layout.ts';

/**
 * Outcome of a stream:
 *
 * | value          | meaning                                                                                                             |
 * | -------------- | ------------------------------------------------------------------------------------------------------------------- |
 * | `'closed'`     | its sender has closed it, and all of its messages have arrived, except those that a later one with their key replaced |
 * | `'incomplete'` | its sender has closed it, but some messages were cancelled, expired, or were sent after `Session.close`             |
 * | `'cancelled'`  | one of the endpoints has cancelled it                                                                               |
 * | `'lost'`       | the session has ended before the stream: by `close`, by `terminate`, with its server, or because the session was lost. Or unread messages of the stream were dropped for `maxMemory` |
 */
export type StreamEnd = StreamClose | 'lost';

/** The outcome of a stream, as a promise that is created when it is read. */
export class StreamEnding {
  #end: StreamEnd | undefined;
  #promise: Promise<StreamEnd> | undefined;
  #resolve: ((end: StreamEnd) => void) | undefined;

  get promise(): Promise<StreamEnd> {
    this.#promise ??= new Promise((resolve) => {
      if (this.#end === undefined) this.#resolve = resolve;
      else resolve(this.#end);
    });
    return this.#promise;
  }

  /** The first outcome counts. */
  settle(end: StreamEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#resolve?.(end);
  }

  /**
   * Unread messages were dropped: the outcome becomes 'lost', even if it was another one. A reader
   * that asks from now on must not believe that the remaining messages are complete.
   */
  lose(): void {
    this.settle('lost');
    if (this.#end === 'lost') return;
    this.#end = 'lost';
    this.#promise = undefined;
  }
}
