import type { Queued, Timer } from '@doha/loop';
import type { OutgoingStream } from './outgoing-stream.ts';

/** How far a message has come. The last five are final. */
export type MessageStatus = 'queued' | 'sending' | 'sent' | MessageEnd;

/**
 * What became of a message: 'delivered', the other end has all of it; 'cancelled', `cancel` took it back, or the other end cancelled its stream, before
 * all of it was sent; 'expired', its time was over; 'superseded', a later message with its key took its place; 'lost', the session ended before it was
 * acknowledged. If a connection was lost after all of a message was sent, 'expired' and 'lost' say only that it was not acknowledged: it may have
 * arrived.
 */
export type MessageEnd = 'delivered' | 'cancelled' | 'expired' | 'superseded' | 'lost';

/** A message that is sent, or waits for that. Its promises are made when they are asked for, and never reject. */
export class Message implements Queued {
  /** Bytes that are sent: of a text in UTF-8. */
  readonly size: number;
  readonly priority: number;

  /** @internal */ slot = 0;
  /** The message whose place in the queue it has, and the one that has this one's. @internal */
  place: Message = this;
  /** @internal */ holds: Message = this;
  /** Its place among the messages of its stream. @internal */
  readonly order: number;
  /** Its number on the wire, from when it begins to be sent. @internal */
  id = -1;
  /** @internal */ payload: Uint8Array;
  /** @internal */ readonly isText: boolean;
  /** @internal */ readonly stream: OutgoingStream;
  /** What it adds to the quality that is seen, in [0, 1]; 0 if that is not known. @internal */
  readonly marginalUtility: number;
  /** Bytes that have been sent, and the most that ever were. @internal */
  offset = 0;
  /** @internal */ sentOnce = 0;
  /** How often it was sent from its beginning anew, since its chunks were dropped. @internal */
  restarts = 0;
  /** Whether its time was over when all of it was on its way. @internal */
  isStale = false;
  /** Told of its end. @internal */
  onEnd: ((message: Message) => void) | undefined;
  /** Its key in its stream. @internal */ key: string | undefined;
  /** Ends it when its time is over. @internal */ expiry: Timer | undefined;
  #status: MessageStatus = 'queued';
  #sent: Waiting<'sent' | MessageEnd> | undefined;
  #delivered: Waiting<MessageEnd> | undefined;

  /** @internal */
  constructor({ isText, marginalUtility, order, payload, priority, stream }: MessageParts) {
    this.payload = payload;
    this.size = payload.length;
    this.isText = isText;
    this.priority = priority;
    this.marginalUtility = marginalUtility;
    this.order = order;
    this.stream = stream;
  }

  get status(): MessageStatus {
    return this.#status;
  }

  /** Resolves when all of it has been given to the network, with 'sent'; or when it has ended before that. */
  get sent(): Promise<'sent' | MessageEnd> {
    this.#sent ??= waiting();
    this.#settle();
    return this.#sent.promise;
  }

  /** Resolves when the other end has all of it, with 'delivered'; or when it has ended otherwise. */
  get delivered(): Promise<MessageEnd> {
    this.#delivered ??= waiting();
    this.#settle();
    return this.#delivered.promise;
  }

  /** Takes back what has not left. Returns whether any of it has not: else it is on its way, and goes on. */
  cancel(): boolean {
    return this.#status !== 'sent' && this.stream.drop(this, 'cancelled');
  }

  /** Whether all of it has been given to the network once, though it may have to go again. @internal */
  get hasLeft(): boolean {
    return this.id >= 0 && this.sentOnce === this.size;
  }

  /** Whether its status is final. @internal */
  get isOver(): boolean {
    return this.#status !== 'queued' && this.#status !== 'sending' && this.#status !== 'sent';
  }

  /** @internal */
  become(status: MessageStatus): void {
    if (this.isOver || status === this.#status) return;
    this.#status = status;
    if (this.isOver) {
      this.payload = nothing;
      this.onEnd?.(this);
    }
    this.#settle();
  }

  #settle(): void {
    const status = this.#status;
    if (status === 'queued' || status === 'sending') return;
    this.#sent?.resolve(status === 'delivered' || this.hasLeft ? 'sent' : status);
    if (status !== 'sent') this.#delivered?.resolve(status);
  }
}

const nothing = new Uint8Array();

export interface MessageParts {
  readonly payload: Uint8Array;
  readonly isText: boolean;
  readonly priority: number;
  readonly marginalUtility: number;
  readonly order: number;
  readonly stream: OutgoingStream;
}

interface Waiting<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function waiting<T>(): Waiting<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
