import { type EventLoop, Timer } from '@doha/loop';
import type { Classified } from '../stream/send-options.ts';
import type { Sharer } from './fair-share.ts';
import { MessageQueue } from './message-queue.ts';
import { Message, type MessageEnd } from './message.ts';

/** The measure by which streams share a session: bytes, or the perceived quality that they add (thesis §4.3.4). */
export type Fairness = 'resource' | 'quality';

/** Weights beyond these bounds would make the virtual times of other streams inexact. */
const minWeight = 1e-6;
const maxWeight = 1e6;

/** Takes the messages of a stream. */
export interface MessageSink {
  push(message: Message): void;
  /** Puts a message in the place of a queued message of equal priority, which becomes 'superseded'. */
  replace(old: Message, fresh: Message): void;
  /** Drops a message, which becomes `why`. Returns false if all of it has been sent. */
  remove(message: Message, why: MessageEnd): boolean;
}

export interface OutgoingStreamParts extends Pick<OutgoingStream, 'fairness' | 'id' | 'weight' | 'window'> {
  /** Runs the timers of `expiresIn`. */
  readonly loop: EventLoop;
  readonly sink: MessageSink;
  /** Called when a message has ended. */
  readonly ended: (message: Message) => void;
}

/** The sending part of a stream: its queued messages, its share, and its credit. */
export class OutgoingStream implements Sharer {
  readonly id: number;
  readonly fairness: Fairness;
  readonly weight: number;
  /** Bytes of unread messages that the peer accepts. */
  readonly window: number;
  readonly queue: MessageQueue = new MessageQueue();
  slot = 0;
  virtualTime = 0;
  /** Number of messages that have not ended. */
  live = 0;
  /** Bytes of its messages that wait to be sent. */
  waitingBytes = 0;
  /** Credit that the peer has granted, and the part of it that has been used; see `layout.ts`. */
  credit: number;
  creditUsed = 0;
  /**
   * Number of the last frame that contains the end of a message of this stream, and the priority of
   * the first message that ends in it.
   */
  endFrame = 0;
  endedPriority = 0;
  /** Whether the next message waits for credit. The stream has no turns meanwhile. */
  isBlocked = false;
  #loop: EventLoop;
  #sink: MessageSink;
  #nextOrder = 0;
  #latest: Map<string, Message> = new Map();
  // One function for all messages: a function for each message would be a quarter of its garbage.
  #ended: (message: Message) => void;

  constructor({ ended, fairness, id, loop, sink, weight, window }: OutgoingStreamParts) {
    this.id = id;
    this.fairness = fairness;
    this.weight = Math.min(Math.max(weight, minWeight), maxWeight);
    this.window = this.credit = window;
    this.#loop = loop;
    this.#sink = sink;
    this.#ended = (message) => {
      const { expiry, key } = message;
      if (expiry !== undefined) loop.cancel(expiry);
      if (key !== undefined && this.#latest.get(key) === message) this.#latest.delete(key);
      this.live--;
      ended(message);
    };
  }

  /** Queues a message. With a `key` it replaces the last message with this key, unless that has been sent in part. */
  send(payload: Uint8Array, isText: boolean, options: Classified): Message {
    const { expiresIn, key, priority = 0 } = options;
    const before = this.#replaceable(key);
    const keepsPosition = before?.priority === priority;
    const message = this.create(payload, isText, options, keepsPosition ? before.order : this.#nextOrder++);
    if (key !== undefined) this.#latest.set(key, message);
    message.key = key;
    if (expiresIn !== undefined) this.#expire(message, expiresIn);
    this.live++;
    message.onEnd = this.#ended;
    if (keepsPosition) this.#sink.replace(before, message);
    else this.#sink.push(message);
    if (before !== undefined && !keepsPosition) this.#sink.remove(before, 'superseded');
    return message;
  }

  /** A message that is not queued. */
  create(payload: Uint8Array, isText: boolean, options: Classified, order = 0): Message {
    const { marginalUtility = 0, priority = 0 } = options;
    return new Message({ payload, isText, priority, marginalUtility, order, stream: this });
  }

  /** Drops a message. Returns false if all of it has been sent. */
  drop(message: Message, why: MessageEnd): boolean {
    return this.#sink.remove(message, why);
  }

  /** The last message of a key if no part of it has been sent. */
  #replaceable(key: string | undefined): Message | undefined {
    const before = key === undefined ? undefined : this.#latest.get(key);
    return before?.status === 'queued' ? before : undefined;
  }

  #expire(message: Message, after: number): void {
    const expire = (): void => {
      message.isStale = !this.drop(message, 'expired');
    };
    const timer = new Timer(expire, { after });
    this.#loop.submit(timer);
    message.expiry = timer;
    message.expiresAt = this.#loop.host.now() + after;
  }
}
