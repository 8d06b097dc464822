import { type EventLoop, Timer } from '@doha/loop';
import type { Bottleneck } from './bottleneck.ts';

/** Bytes of a segment, and of the headers of TCP and IP before it. */
const segmentBytes = 1448;
const headers = 52;

/** RFC 6928, and RFC 5681 §3.1. */
const firstWindow = 10 * segmentBytes;
const leastWindow = 2 * segmentBytes;

/** A frame and where it ends among all bytes. */
interface Frame {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Bytes that travel together, `from` up to before `to`. */
interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * One way of a simulated TCP connection: what was written goes in order, as much at a time as the congestion window allows, which grows until
 * the queue before the link overflows and is halved then (Reno, RFC 5681). What is lost goes again, and what came after it waits for it. A loss
 * is noticed when the next packet's acknowledgement would come, as by SACK; acknowledgements are never lost.
 */
export class TcpWay {
  #loop: EventLoop;
  #bottleneck: Bottleneck;
  #deliver: (frame: Uint8Array) => void;
  #isOpen = true;
  #frames: Frame[] = []; // that have not wholly come
  #written = 0;
  #sent = 0;
  #lost: Segment[] = []; // and are to be sent again
  #inFlight = 0;
  #window = firstWindow;
  #threshold = Infinity;
  #halvedAt = -Infinity;
  #came = 0; // without a hole
  #early: Map<number, Segment> = new Map(); // behind a hole, by where they begin

  constructor(loop: EventLoop, bottleneck: Bottleneck, deliver: (frame: Uint8Array) => void) {
    this.#loop = loop;
    this.#bottleneck = bottleneck;
    this.#deliver = deliver;
  }

  /** Bytes that were written and never sent. */
  get unsent(): number {
    return this.#written - this.#sent;
  }

  write(bytes: Uint8Array): void {
    this.#written += bytes.length;
    this.#frames.push({ bytes, end: this.#written });
    this.#pump();
  }

  /** Drops all that has not come. */
  abort(): void {
    this.#isOpen = false;
    this.#frames = [];
  }

  #pump(): void {
    while (this.#inFlight + segmentBytes <= this.#window) {
      const segment = this.#lost.shift() ?? this.#cut();
      if (segment === undefined) return;
      this.#transmit(segment);
    }
  }

  /** The next bytes that were never sent. */
  #cut(): Segment | undefined {
    if (this.unsent === 0) return undefined;
    const from = this.#sent;
    this.#sent = Math.min(this.#written, from + segmentBytes);
    return { from, to: this.#sent };
  }

  #transmit(segment: Segment): void {
    const now = this.#loop.host.now();
    const bytes = segment.to - segment.from;
    const { at, fits } = this.#bottleneck.pass(bytes + headers, now);
    this.#inFlight += bytes;
    if (fits) this.#at(at, () => this.#arrive(segment));
    this.#at(at + this.#bottleneck.delay, () => {
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

  /** A window that was not used says nothing of the path (RFC 7661). */
  #grow(bytes: number): void {
    if (this.#inFlight + segmentBytes <= this.#window) return;
    const isStarting = this.#window < this.#threshold;
    this.#window += isStarting ? bytes : (segmentBytes * bytes) / this.#window;
  }

  /** Halves the window once for all that was sent before. */
  #lose(segment: Segment, sentAt: number): void {
    this.#lost.push(segment);
    if (sentAt <= this.#halvedAt) return;
    this.#halvedAt = this.#loop.host.now();
    this.#window = this.#threshold = Math.max(leastWindow, this.#window / 2);
  }

  #arrive(segment: Segment): void {
    this.#early.set(segment.from, segment);
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#came = next.to;
    while (this.#isOpen && this.#frames.length > 0 && this.#frames[0]!.end <= this.#came)
      this.#deliver(this.#frames.shift()!.bytes);
  }

  #next(): Segment | undefined {
    const next = this.#early.get(this.#came);
    this.#early.delete(this.#came);
    return next;
  }
}
