import { type EventLoop, Timer } from '@doha/loop';
import type { Bottleneck } from './bottleneck.ts';

/** Bytes of the payload of a segment, and of its TCP and IP headers. */
const segmentBytes = 1448;
const headerBytes = 52;

/** Initial and minimum congestion window (RFC 6928, RFC 5681 §3.1). */
const initialWindow = 10 * segmentBytes;
const minWindow = 2 * segmentBytes;

/** A frame and its end in the byte stream. */
interface Frame {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** A range of bytes: from `from` (inclusive) to `to` (exclusive). */
interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * One direction of a simulated TCP connection. It delivers frames in order. The congestion window
 * limits the bytes in flight; it grows until the queue before the link overflows, and is then halved
 * (Reno, RFC 5681). Lost segments are sent again, and later bytes wait for them. A loss is detected at
 * the time at which the acknowledgment of the lost segment would have arrived. Real TCP with SACK learns
 * of the loss at about the same time. Acknowledgments are never lost.
 */
export class TcpFlow {
  #loop: EventLoop;
  #bottleneck: Bottleneck;
  #deliver: (frame: Uint8Array) => void;
  #isOpen = true;
  #frames: Frame[] = []; // not completely received
  #written = 0;
  #sent = 0;
  #lost: Segment[] = []; // to be sent again
  #inFlight = 0;
  #window = initialWindow;
  #threshold = Infinity;
  #halvedAt = -Infinity;
  #received = 0; // received without a gap
  #outOfOrder: Map<number, Segment> = new Map(); // received after a gap, by start

  constructor(loop: EventLoop, bottleneck: Bottleneck, deliver: (frame: Uint8Array) => void) {
    this.#loop = loop;
    this.#bottleneck = bottleneck;
    this.#deliver = deliver;
  }

  /** Bytes that were written but never sent. */
  get unsent(): number {
    return this.#written - this.#sent;
  }

  write(bytes: Uint8Array): void {
    this.#written += bytes.length;
    this.#frames.push({ bytes, end: this.#written });
    this.#pump();
  }

  /** Drops all frames that were not delivered. */
  abort(): void {
    this.#isOpen = false;
    this.#frames = [];
  }

  #pump(): void {
    while (this.#inFlight + segmentBytes <= this.#window) {
      const segment = this.#lost.shift() ?? this.#nextSegment();
      if (segment === undefined) return;
      this.#transmit(segment);
    }
  }

  /** The next segment that was never sent. */
  #nextSegment(): Segment | undefined {
    if (this.unsent === 0) return undefined;
    const from = this.#sent;
    this.#sent = Math.min(this.#written, from + segmentBytes);
    return { from, to: this.#sent };
  }

  #transmit(segment: Segment): void {
    const now = this.#loop.host.now();
    const bytes = segment.to - segment.from;
    const { arrivesAt, fits } = this.#bottleneck.pass(bytes + headerBytes, now);
    this.#inFlight += bytes;
    if (fits) this.#at(arrivesAt, () => this.#arrive(segment));
    this.#at(arrivesAt + this.#bottleneck.delay, () => {
      if (fits) this.#grow(bytes);
      else this.#lose(segment, now);
      this.#inFlight -= bytes;
      this.#pump();
    });
  }

  #at(time: number, callback: () => void): void {
    const guarded = (): void => {
      if (this.#isOpen) callback();
    };
    this.#loop.submit(new Timer(guarded, { at: time }));
  }

  /** Grows the window only if it was fully used; otherwise its size says nothing about the path (RFC 7661). */
  #grow(bytes: number): void {
    if (this.#inFlight + segmentBytes <= this.#window) return;
    const isStarting = this.#window < this.#threshold;
    this.#window += isStarting ? bytes : (segmentBytes * bytes) / this.#window;
  }

  /** Halves the window, unless the segment was sent before the last halving. */
  #lose(segment: Segment, sentAt: number): void {
    this.#lost.push(segment);
    if (sentAt <= this.#halvedAt) return;
    this.#halvedAt = this.#loop.host.now();
    this.#window = this.#threshold = Math.max(minWindow, this.#window / 2);
  }

  #arrive(segment: Segment): void {
    this.#outOfOrder.set(segment.from, segment);
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#received = next.to;
    while (this.#isOpen && this.#frames.length > 0 && this.#frames[0]!.end <= this.#received)
      this.#deliver(this.#frames.shift()!.bytes);
  }

  #next(): Segment | undefined {
    const next = this.#outOfOrder.get(this.#received);
    this.#outOfOrder.delete(this.#received);
    return next;
  }
}
