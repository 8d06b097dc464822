import { creditPerMessage, maxIncompleteMessages } from '../wire/layout.ts';
import type { MessageHead } from '../wire/read-frame.ts';
import { IdSet } from './id-set.ts';
import { costOfMessage, costOfRange } from '../memory/memory-cost.ts';

/**
 * Maximum number of ranges of messages that have arrived. After a failover each overtaken message leaves a gap. In the
 * worst case every second message in flight is missing, and megabytes of small messages may be in flight.
 */
const maxRanges = 2 ** 16;

/** Memory that is allocated when an incomplete message grows, as a multiple of its received bytes. It is large because each growth costs a copy. */
const growth = 8;

const nothing = new Uint8Array();

export interface ReassemblyOptions {
  /** Maximum bytes of a message. */
  readonly maxMessageSize: number;
  /** Maximum bytes of all incomplete messages. */
  readonly reassemblyLimit: number;
  /** Receives each message once; `bytes` may be a view of a frame. Returns a description of the message's fault, if any. */
  readonly deliver: (
    stream: number,
    isText: boolean,
    bytes: Uint8Array,
    message: number,
  ) => string | undefined;
  /**
   * Called with the credit that a stream uses: bytes that arrived for the first time, bytes of
   * cancelled messages that had been sent, and `creditPerMessage` for each message. Returns a
   * description of the fault, if any.
   */
  readonly use: (stream: number, credit: number) => string | undefined;
  /** Called with the bytes of memory that are allocated, or released if negative. Returns false if the session has ended because of them. */
  readonly hold: (bytes: number) => boolean;
}

interface IncompleteMessage {
  readonly head: MessageHead;
  bytes: Uint8Array;
  received: number;
  /** Bytes that have used credit: more than `received` if the chunks were dropped. */
  credited: number;
  /** Whether the chunks were dropped, and the peer has not begun the message again. */
  isDropped: boolean;
}

/**
 * Assembles messages from chunks (thesis §4.3.1). Chunks of one message arrive in order. Duplicates that arrive by another channel are dropped
 * (§4.3.3). Methods return a description of the fault, if any.
 */
export class Reassembly {
  /** Number of records that were no duplicates. */
  newRecords = 0;
  #options: ReassemblyOptions;
  #ended: IdSet = new IdSet();
  #incomplete: Map<number, IncompleteMessage> = new Map();
  #incompleteBytes = 0; // as announced
  #heldRanges = 1; // ranges whose memory is counted; the first one is free

  constructor(options: ReassemblyOptions) {
    this.#options = options;
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined {
    if (payload.length > this.#options.maxMessageSize) return this.#tooLong(message, payload.length);
    if (this.#incomplete.has(message)) return this.more(message, 0, payload);
    if (!this.#ended.add(message)) return undefined;
    this.newRecords++;
    const fault = this.#options.use(stream, creditPerMessage + payload.length) ?? this.#missing();
    return fault ?? this.#options.deliver(stream, isText, payload, message);
  }

  start(head: MessageHead, payload: Uint8Array): string | undefined {
    const { message, total } = head;
    if (this.#ended.has(message)) return undefined;
    if (!this.#incomplete.has(message)) {
      if (total > this.#options.maxMessageSize) return this.#tooLong(message, total);
      const fault = this.#options.use(head.stream, creditPerMessage);
      if (fault !== undefined) return fault;
      if (!this.#options.hold(costOfMessage)) return undefined; // the session has ended
      this.#incompleteBytes += total;
      this.#incomplete.set(message, { head, bytes: nothing, received: 0, credited: 0, isDropped: false });
    }
    const isTooMuch =
      this.#incompleteBytes > this.#options.reassemblyLimit || this.#incomplete.size > maxIncompleteMessages;
    return isTooMuch ? 'too many incomplete messages' : this.more(message, 0, payload);
  }

  more(message: number, offset: number, payload: Uint8Array): string | undefined {
    if (this.#ended.has(message)) return undefined;
    const incomplete = this.#incomplete.get(message);
    if (incomplete === undefined) return `message ${message} was not started`;
    if (incomplete.isDropped && offset > 0) return undefined; // the peer did not know yet that earlier chunks were dropped
    incomplete.isDropped = false;
    const end = offset + payload.length;
    if (offset > incomplete.received)
      return `message ${message} continues at ${offset}, expected ${incomplete.received}`;
    if (end > incomplete.head.total) return `message ${message} exceeds its announced length`;
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

  /** Messages whose chunks were dropped: the peer must send them from their beginning. */
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

  /** The session has ended: releases everything. */
  end(): void {
    this.#incomplete.clear();
    this.#ended = new IdSet();
  }

  // Memory grows with the data that has arrived: an announced length costs the sender nothing, so no memory is reserved for it.
  #append(incomplete: IncompleteMessage, payload: Uint8Array, offset: number): string | undefined {
    this.newRecords++;
    const end = offset + payload.length;
    if (end > incomplete.bytes.length) {
      const length = Math.min(incomplete.head.total, growth * end);
      if (!this.#options.hold(length - incomplete.bytes.length)) return undefined; // the session has ended
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
    return this.#missing() ?? this.#options.deliver(stream, isText, incomplete.bytes, message);
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
    return `message ${message} has ${length} bytes, ${this.#options.maxMessageSize} are allowed`;
  }

  #missing(): string | undefined {
    this.#holdRanges();
    return this.#ended.ranges > maxRanges ? 'too many messages are missing' : undefined;
  }
}
