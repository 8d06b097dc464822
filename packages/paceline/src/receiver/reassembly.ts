import { creditPerMessage, maxIncompleteMessages } from '../wire/layout.ts';
import type { MessageHead } from '../wire/read-frame.ts';
import { IdSet } from './id-set.ts';
import { costOfMessage, costOfRange } from './memory-cost.ts';

/**
 * Greatest number of ranges of messages that have arrived. What is sent again after a failover leaves a gap for each message that others overtake: in the worst
 * case half of what was in flight, which may be megabytes of small messages.
 */
const maxRanges = 2 ** 16;

/** Memory is reserved for so many times what has come of a message: each growth costs a copy, and a few chunks need none. */
const growth = 8;

const nothing = new Uint8Array();

export interface ReassemblyOptions {
  /** Bytes of the longest message, and of all that have begun and not ended. */
  readonly maxMessageSize: number;
  readonly reassemblyLimit: number;
  /** Gets each message once; `bytes` may be a view of a frame. What it returns says what is wrong with it. */
  readonly deliver: (stream: number, isText: boolean, bytes: Uint8Array) => string | undefined;
  /**
   * Told of the credit that a stream uses: bytes, each counted once, those of cancelled messages as far as they had been sent; and some for each message.
   * What it returns says what is wrong with that.
   */
  readonly use: (stream: number, credit: number) => string | undefined;
  /** Told how many bytes of memory are allocated, or released if negative. Returns whether they may be. */
  readonly hold: (bytes: number) => boolean;
}

interface IncompleteMessage {
  readonly head: MessageHead;
  bytes: Uint8Array;
  received: number;
  /** Bytes that have used credit: more than were received if its chunks were dropped. */
  credited: number;
  /** Whether its chunks were dropped, and it has not been begun anew. */
  isDropped: boolean;
}

/**
 * Makes messages of chunks (thesis §4.3.1). Chunks of one message come in order; what comes again by another channel is dropped
 * (§4.3.3). All methods return what is wrong, if anything is.
 */
export class Reassembly {
  /** Records that have brought something new. */
  newRecords = 0;
  #options: ReassemblyOptions;
  #ended: IdSet = new IdSet();
  #incomplete: Map<number, IncompleteMessage> = new Map();
  #incompleteBytes = 0; // as announced
  #heldRanges = 1; // the first one is free

  constructor(options: ReassemblyOptions) {
    this.#options = options;
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined {
    if (payload.length > this.#options.maxMessageSize) return this.#tooLong(message, payload.length);
    if (this.#incomplete.has(message)) return this.more(message, 0, payload);
    if (!this.#ended.add(message)) return undefined;
    this.newRecords++;
    const fault = this.#options.use(stream, creditPerMessage + payload.length) ?? this.#missing();
    return fault ?? this.#options.deliver(stream, isText, payload);
  }

  start(head: MessageHead, payload: Uint8Array): string | undefined {
    const { message, total } = head;
    if (this.#ended.has(message)) return undefined;
    if (!this.#incomplete.has(message)) {
      if (total > this.#options.maxMessageSize) return this.#tooLong(message, total);
      const fault = this.#options.use(head.stream, creditPerMessage);
      if (fault !== undefined) return fault;
      if (!this.#options.hold(costOfMessage)) return undefined; // that has ended the session
      this.#incompleteBytes += total;
      this.#incomplete.set(message, { head, bytes: nothing, received: 0, credited: 0, isDropped: false });
    }
    const isTooMuch =
      this.#incompleteBytes > this.#options.reassemblyLimit || this.#incomplete.size > maxIncompleteMessages;
    return isTooMuch ? 'too many messages have begun' : this.more(message, 0, payload);
  }

  more(message: number, offset: number, payload: Uint8Array): string | undefined {
    if (this.#ended.has(message)) return undefined;
    const incomplete = this.#incomplete.get(message);
    if (incomplete === undefined) return `message ${message} has no beginning`;
    if (incomplete.isDropped && offset > 0) return undefined; // the other end does not know yet
    incomplete.isDropped = false;
    const end = offset + payload.length;
    if (offset > incomplete.received)
      return `message ${message} goes on at ${offset}, not at ${incomplete.received}`;
    if (end > incomplete.head.total) return `message ${message} is longer than was said`;
    const fault = end > incomplete.received ? this.#append(incomplete, payload, offset) : undefined;
    return fault ?? (end < incomplete.head.total ? undefined : this.#finish(incomplete));
  }

  cancel(message: number, stream: number, sent: number): string | undefined {
    if (sent > this.#options.maxMessageSize) return this.#tooLong(message, sent);
    const incomplete = this.#incomplete.get(message);
    if (!this.#ended.add(message)) return undefined;
    this.newRecords++;
    if (incomplete !== undefined) this.#drop(incomplete);
    const credited = incomplete?.credited ?? -creditPerMessage;
    return this.#options.use(stream, Math.max(0, sent - credited)) ?? this.#missing();
  }

  /** Messages whose chunks were dropped: the other end must send them from their beginning. */
  get dropped(): number[] {
    const dropped = [...this.#incomplete.values()].filter(({ isDropped }) => isDropped);
    return dropped.map(({ head }) => head.message);
  }

  /** Drops the chunks of incomplete messages. */
  dropChunks(): void {
    for (const incomplete of this.#incomplete.values()) {
      this.#options.hold(-incomplete.bytes.length);
      incomplete.bytes = nothing;
      incomplete.received = 0;
      incomplete.isDropped = true;
    }
  }

  /** The session has ended: nothing is kept. */
  end(): void {
    this.#incomplete.clear();
    this.#ended = new IdSet();
  }

  // What is only announced costs its sender nothing, and us neither.
  #append(incomplete: IncompleteMessage, payload: Uint8Array, offset: number): string | undefined {
    this.newRecords++;
    const end = offset + payload.length;
    if (end > incomplete.bytes.length) {
      const length = Math.min(incomplete.head.total, growth * end);
      if (!this.#options.hold(length - incomplete.bytes.length)) return undefined; // that has ended the session
      const grown = new Uint8Array(length);
      grown.set(incomplete.bytes.subarray(0, incomplete.received));
      incomplete.bytes = grown;
    }
    incomplete.bytes.set(payload, offset);
    const fresh = Math.max(0, end - incomplete.credited);
    incomplete.credited += fresh;
    incomplete.received = end;
    return fresh > 0 ? this.#options.use(incomplete.head.stream, fresh) : undefined;
  }

  #finish(incomplete: IncompleteMessage): string | undefined {
    const { isText, message, stream } = incomplete.head;
    this.#drop(incomplete);
    this.#ended.add(message);
    return this.#missing() ?? this.#options.deliver(stream, isText, incomplete.bytes);
  }

  #drop({ bytes, head }: IncompleteMessage): void {
    this.#options.hold(-bytes.length - costOfMessage);
    this.#incomplete.delete(head.message);
    this.#incompleteBytes -= head.total;
  }

  #holdRanges(): void {
    const ranges = Math.max(1, this.#ended.ranges);
    if (ranges === this.#heldRanges) return;
    const more = ranges - this.#heldRanges;
    this.#heldRanges = ranges;
    this.#options.hold(more * costOfRange);
  }

  #tooLong(message: number, length: number): string {
    return `message ${message} has ${length} bytes, and ${this.#options.maxMessageSize} are allowed`;
  }

  #missing(): string | undefined {
    this.#holdRanges();
    return this.#ended.ranges > maxRanges ? 'too many messages are missing' : undefined;
  }
}
