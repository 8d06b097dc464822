import type { Message } from '../sender/message.ts';
import type { Inbox, Received } from './inbox.ts';
import type { Sendable } from '../wire/payload.ts';
import { checkKey, type SendOptions } from './send-options.ts';
import type { StreamEnd, StreamEnding } from './stream-ending.ts';

/** What a stream needs of its session. */
export interface StreamHost {
  readonly ending: StreamEnding;
  readonly ready: Promise<void>;
  send(data: Sendable, options: SendOptions, key: string | undefined): Message;
  close(): void;
  cancel(): void;
  /** Ends the receipt of messages only. */
  stopReading(): void;
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
   * Sends a message when its turn comes. Messages of equal priority come in the order in which they were sent. The data is copied, so the application
   * may change it afterwards. Throws a RangeError if an option is out of its range, the message is longer than the other end allows, or too much waits
   * already (see {@link ready}); an Error if the stream was closed here, or is a one-way stream of the other end. The message is 'lost' if the session
   * has ended or is closing, and 'cancelled' if either end has cancelled the stream.
   */
  send(data: Sendable, options: SendOptions = {}): Message {
    return this.#host.send(data, options, undefined);
  }

  /**
   * Sends a message in the place of the last one with this key, unless that has begun to leave: the other end gets the newest state, and not all
   * of them. Throws as {@link send}.
   */
  latest(key: string, data: Sendable, options: SendOptions = {}): Message {
    checkKey('latest', key);
    return this.#host.send(data, options, key);
  }

  /**
   * Resolves when fewer than `highWaterMark` bytes of this stream wait to be sent, or when nothing more can be sent by it. Messages of other streams do not
   * count, so a stream that the other end does not read delays no other one. Never rejects.
   */
  get ready(): Promise<void> {
    return this.#host.ready;
  }

  /**
   * `listener` gets each message, and those that arrived before there was a listener. All listeners get the same messages, but loops and listeners take
   * messages from each other: a message goes to the loop that waits for it, otherwise to all listeners. Returns the undo.
   */
  onMessage(listener: (data: Received) => unknown): () => void {
    return this.#inbox.listen(listener);
  }

  /**
   * The messages as they arrive, until the stream or the session ends; {@link ended} tells which. Each message goes to one loop, see {@link onMessage}.
   * The sender pauses if more than `streamWindow` bytes wait to be read. A loop that is left by `break`, `return` or an error cancels a one-way stream.
   * Of a two-way stream it ends only the receipt of messages: this end may still answer, and must {@link close} the stream.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.#inbox.iterator(() => this.#host.stopReading());
  }

  /**
   * Resolves when no more messages arrive, to how the stream has ended, see {@link StreamEnd}. Messages that have arrived can still be read. At the end
   * that has opened a one-way stream it resolves when all messages have arrived at the other end, or were dropped. Never rejects.
   *
   * | the stream was                                        | `ended`                            |
   * | ----------------------------------------------------- | ---------------------------------- |
   * | closed by its sender                                  | 'closed'                           |
   * | closed after messages were cancelled or had expired   | 'incomplete'                       |
   * | closed by its sender after `Session.close`            | 'closed', or 'incomplete' if a message was sent after `Session.close` |
   * | cancelled by its sender                               | 'cancelled'                        |
   * | cancelled by its reader, or its loop was left         | 'cancelled'                        |
   * | open when the session ended, in whatever way          | 'lost'                             |
   *
   * The first of these counts. In a two-way stream each end is told of the messages of the other end.
   */
  get ended(): Promise<StreamEnd> {
    return this.#host.ending.promise;
  }

  /**
   * Ends the sending of messages. Those that were sent before are delivered. A one-way stream ends with that, a two-way stream when both ends have
   * closed it.
   */
  close(): void {
    this.#host.close();
  }

  /**
   * Ends the stream in both directions, also after {@link close}. Messages that were not sent completely are dropped at both ends and become
   * 'cancelled'. Messages that arrived here and were not read are dropped. The other end can still read what has arrived there; its loops end then, and its
   * `ended` resolves to 'cancelled'.
   */
  cancel(): void {
    this.#host.cancel();
  }
}
