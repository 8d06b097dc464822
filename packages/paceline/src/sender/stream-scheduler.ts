import { FairShare, type Sharer } from './fair-share.ts';
import type { OutgoingStream } from './outgoing-stream.ts';

/**
 * Whose stream's turn it is. Streams of resource fairness share bytes. Those of quality fairness together get the bytes of so many streams, and
 * share these so that each adds as much to the quality, by its weight.
 */
export class StreamScheduler {
  #byBytes: FairShare<OutgoingStream | QualityGroup> = new FairShare();
  #quality: QualityGroup = new QualityGroup();

  constructor() {
    this.#byBytes.join(this.#quality);
  }

  join(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') this.#byBytes.join(stream);
    else this.#quality.share.join(stream);
  }

  /** It has something to send. */
  wake(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.wake(stream);
    this.#quality.wake(stream);
    this.#byBytes.wake(this.#quality);
  }

  /** It has nothing to send. */
  rest(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.rest(stream);
    this.#quality.rest(stream);
    if (this.#quality.share.isEmpty) this.#byBytes.rest(this.#quality);
  }

  /** Whether none has something to send, but for who was taken out. */
  get isEmpty(): boolean {
    return this.#byBytes.isEmpty && this.#quality.share.isEmpty;
  }

  /** Takes out whose turn it is, which comes back with {@link used}. */
  take(): OutgoingStream | undefined {
    const next = this.#byBytes.take();
    return next instanceof QualityGroup ? next.share.take() : next;
  }

  /** Takes out one that has something to send, though it is not its turn. */
  takeOut(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.rest(stream);
    this.#quality.share.rest(stream);
    this.#byBytes.rest(this.#quality);
  }

  /** Brings back who was taken and has sent so much. `utility`: what that adds to the quality, 0 if it is not known. */
  used(stream: OutgoingStream, bytes: number, utility: number): void {
    const isActive = stream.queue.size > 0 && !stream.isBlocked;
    if (stream.fairness === 'resource') return this.#byBytes.used(stream, bytes, isActive);
    this.#quality.share.used(stream, utility > 0 ? utility : bytes * utilityOfByte, isActive);
    this.#byBytes.used(this.#quality, bytes, !this.#quality.share.isEmpty);
    if (!isActive) this.#quality.leave(stream);
  }
}

/** What is of no known utility counts as if a megabyte were a second of full quality, so that nobody sends for nothing. */
const utilityOfByte = 1e-6;

/** The streams of quality fairness, which together have the share of all that want theirs. */
class QualityGroup implements Sharer {
  readonly share: FairShare<OutgoingStream> = new FairShare();
  slot = 0;
  virtualTime = 0;
  weight = 0;
  #counts: Map<number, number> = new Map(); // how many there are of each weight

  wake(stream: OutgoingStream): void {
    if (this.share.has(stream)) return;
    this.share.wake(stream);
    this.#count(stream, 1);
  }

  rest(stream: OutgoingStream): void {
    if (!this.share.has(stream)) return;
    this.share.rest(stream);
    this.leave(stream);
  }

  leave(stream: OutgoingStream): void {
    this.#count(stream, -1);
  }

  // Summed anew: what is left by subtraction of a great weight is no more than its rounding.
  #count({ weight }: OutgoingStream, change: number): void {
    const count = (this.#counts.get(weight) ?? 0) + change;
    if (count > 0) this.#counts.set(weight, count);
    else this.#counts.delete(weight);
    this.weight = 0;
    for (const [each, many] of this.#counts) this.weight += each * many;
  }
}
