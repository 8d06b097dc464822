import type { Timer } from '@doha/loop';
import type { OutgoingStream } from './outgoing-stream.ts';

/** State of a message: waiting, sent in part, sent completely, or ended. */
export type MessageStatus = 'queued' | 'sending' | 'sent' | MessageEnd;

/**
 * Outcome of a message: 'delivered', the peer has all of it; 'cancelled', `cancel` was called, or an
 * endpoint cancelled the stream, before all of it was sent; 'expired', `expiresIn` was over, or would have
 * been over before all of it was sent; 'superseded', a later message with its key took its place; 'lost',
 * the session ended before the message was acknowledged. If a connection was lost after all of a message
 * was sent, 'expired' and 'lost' mean only that it was not acknowledged: it may have arrived.
 */
export type MessageEnd = 'delivered' | 'cancelled' | 'expired' | 'superseded' | 'lost';

/** A message that the application sends. Its promises are created when they are read, and never reject. */
export class Message {
  /** Size in bytes, of a text in UTF-8. */
  readonly size: number;
  readonly priority: number;

  /** @internal */ slot = 0;
  /** The message whose entry of the queue this one has taken over: itself, or the first one of the chain of superseded messages. @internal */
  queuedAs: Message = this;
  /** The message that has taken over the entry of this one: itself, or the last one of that chain. @internal */
  occupant: Message = this;
  /** Position among the messages of the stream. @internal */
  readonly order: number;
  /** Number on the wire; -1 until the first part is sent. @internal */
  id = -1;
  /** @internal */ payload: Uint8Array;
  /** @internal */ readonly isText: boolean;
  /** @internal */ readonly stream: OutgoingStream;
  /** The option `marginalUtility`; 0 if it is not known. @internal */
  readonly marginalUtility: number;
  /** Bytes that have been sent. Goes back after a failover. @internal */
  offset = 0;
  /** The greatest value that `offset` has had. @internal */
  maxOffset = 0;
  /** Number of times that the message was restarted, because the peer has dropped its chunks. @internal */
  restarts = 0;
  /** Whether the message expired when all of it was in flight. @internal */
  isStale = false;
  /** Called when the message has ended. @internal */
  onEnd: ((message: Message) => void) | undefined;
  /** Called when all of the message has been sent; only for measurements. @internal */
  onSent: ((message: Message) => void) | undefined;
  /** The key given to `latest`. @internal */ key: string | undefined;
  /** Timer of `expiresIn`, and its time in ms. @internal */ expiry: Timer | undefined;
  /** @internal */ expiresAt: number = Infinity;
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

  /** Resolves to 'sent' when all of the message has left the queue, or to the outcome if the message ends before. */
  get sent(): Promise<'sent' | MessageEnd> {
    this.#sent ??= waiting();
    this.#settle();
    return this.#sent.promise;
  }

  /** Resolves to the outcome: 'delivered' when the peer has acknowledged all of the message. */
  get delivered(): Promise<MessageEnd> {
    this.#delivered ??= waiting();
    this.#settle();
    return this.#delivered.promise;
  }

  /** Cancels a message that has not been sent completely. Returns false if it is too late. */
  cancel(): boolean {
    return this.#status !== 'sent' && this.stream.drop(this, 'cancelled');
  }

  /** Whether all of the message has been sent once, although parts may have to be sent again. @internal */
  get wasSent(): boolean {
    return this.id >= 0 && this.maxOffset === this.size;
  }

  /** Whether the message has ended. @internal */
  get hasEnded(): boolean {
    return this.#status !== 'queued' && this.#status !== 'sending' && this.#status !== 'sent';
  }

  /** @internal */
  become(status: MessageStatus): void {
    if (this.hasEnded || status === this.#status) return;
    this.#status = status;
    if (status === 'sent') this.onSent?.(this);
    if (this.hasEnded) {
      this.payload = nothing;
      this.onEnd?.(this);
    }
    this.#settle();
  }

  #settle(): void {
    const status = this.#status;
    if (status === 'queued' || status === 'sending') return;
    this.#sent?.resolve(status === 'delivered' || this.wasSent ? 'sent' : status);
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
