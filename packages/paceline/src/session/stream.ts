import type { Message } from '../sender/message.ts';
import type { Inbox, Received } from './inbox.ts';
import type { Sendable } from './payload.ts';
import type { SendOptions } from './send-options.ts';

/** What a stream needs of its session. */
export interface StreamHost {
  send(data: Sendable, options: SendOptions, key: string | undefined): Message;
  close(): void;
  cancel(): void;
}

/**
 * Messages of one kind. Within a stream the message with the highest priority goes first. Streams share the session by their weights (thesis
 * §4.3.4). A stream is one-way unless it was opened with `twoWay`.
 */
export class Stream {
  readonly label: string;
  /** Whether both ends may send messages by it. */
  readonly isTwoWay: boolean;
  #host: StreamHost;
  #inbox: Inbox;

  /** @internal */
  constructor(label: string, isTwoWay: boolean, host: StreamHost, inbox: Inbox) {
    this.label = label;
    this.isTwoWay = isTwoWay;
    this.#host = host;
    this.#inbox = inbox;
  }

  /**
   * Sends a message when its turn comes. Messages of equal priority come in the order in which they were sent. Throws a RangeError if an option is
   * out of its range, the message is longer than the other end allows, or too much waits already (see `Session.ready`); an Error if the stream
   * was closed here, or is a one-way stream of the other end. The message is 'lost' if the session has ended or is closing, and 'cancelled' if the
   * other end has cancelled the stream.
   */
  send(data: Sendable, options: SendOptions = {}): Message {
    return this.#host.send(data, options, undefined);
  }

  /**
   * Sends a message in the place of the last one with this key, unless that has begun to leave: the other end gets the newest state, and not all
   * of them. Throws as {@link send}.
   */
  latest(key: string, data: Sendable, options: SendOptions = {}): Message {
    return this.#host.send(data, options, key);
  }

  /** `listener` gets each message; those that have come before there was one, too. Returns the undo. */
  onMessage(listener: (data: Received) => unknown): () => void {
    return this.#inbox.listen(listener);
  }

  /**
   * The messages as they arrive, until the other end closes the stream. The sender pauses if more than `streamWindow` bytes wait to be read. A loop that
   * is left by `break`, `return` or an error cancels the stream.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.#inbox.iterator(() => this.cancel());
  }

  /** Resolves when no more messages arrive: the other end has closed the stream, it was cancelled here, or the session has ended. Never rejects. */
  get ended(): Promise<void> {
    return this.#inbox.closed;
  }

  /**
   * Ends the sending of messages. Those that were sent before are delivered. A one-way stream ends with that, a two-way stream when both ends have
   * closed it.
   */
  close(): void {
    this.#host.close();
  }

  /**
   * Ends the receipt of messages. Messages that arrived and were not read are dropped. The other end drops those that it has not sent completely,
   * with the status 'cancelled', and sends no more.
   */
  cancel(): void {
    this.#host.cancel();
  }
}
