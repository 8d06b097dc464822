import type { Message } from '../sender/message.ts';
import type { Fairness } from '../sender/outgoing-stream.ts';
import type { Inbox, Received } from './inbox.ts';
import type { Sendable } from './payload.ts';
import type { SendOptions } from './send-options.ts';

export interface StreamOptions {
  /** Told to the other end; up to 1,024 bytes of UTF-8. */
  readonly label?: string;
  /** What it shares with other streams: bytes ('resource', the default), or what it adds to the quality ('quality'). */
  readonly fairness?: Fairness;
  /** Its share beside a stream of weight 1; > 0, default 1. */
  readonly weight?: number;
}

/** What a stream needs of its session. */
export interface StreamHost {
  send(data: Sendable, options: SendOptions, key: string | undefined): Message;
  close(): void;
}

/** Messages of one kind, both ways: of one stream the most important goes first; streams share the session fairly (thesis §4.3.4). */
export class Stream {
  readonly label: string;
  #host: StreamHost;
  #inbox: Inbox;

  /** @internal */
  constructor(label: string, host: StreamHost, inbox: Inbox) {
    this.label = label;
    this.#host = host;
    this.#inbox = inbox;
  }

  /**
   * Sends a message when its turn comes. Messages of equal priority come in the order in which they were sent. Throws a RangeError if an option is
   * out of its range, the message is longer than the other end allows, or too much waits already (see `Session.ready`); an Error if the stream
   * was closed here. Of a session that is over, or about to be, each message is lost.
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
  onMessage(listener: (data: Received) => void): () => void {
    return this.#inbox.listen(listener);
  }

  /** The messages as they come, until the other end closes the stream. What is not asked for holds the sender up. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    const inbox = this.#inbox;
    return {
      next: () => inbox.next(),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Resolves when the other end has closed it and all that it sent has come, or the session is over; never rejects. */
  get ended(): Promise<void> {
    return this.#inbox.closed;
  }

  /** Sends nothing more by it: the other end is told when all of it has come. It is over when both ends have closed it. */
  close(): void {
    this.#host.close();
  }
}
