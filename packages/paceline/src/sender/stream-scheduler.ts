import { FairShare, type Sharer } from './fair-share.ts';
import type { OutgoingStream } from './outgoing-stream.ts';

/**
 * Selects the stream that sends next. Streams of resource fairness share bytes. Streams of quality
 * fairness form a group, which shares bytes like one stream with the sum of their weights. Within
 * the group, streams share the added quality by weight.
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

  /** A stream has something to send. */
  activate(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.activate(stream);
    this.#quality.activate(stream);
    this.#byBytes.activate(this.#quality);
  }

  /** A stream has nothing to send. */
  deactivate(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.deactivate(stream);
    this.#quality.deactivate(stream);
    if (this.#quality.share.isEmpty) this.#byBytes.deactivate(this.#quality);
  }

  /** Whether no stream has something to send, apart from one that was taken. */
  get isEmpty(): boolean {
    return this.#byBytes.isEmpty && this.#quality.share.isEmpty;
  }

  /** Removes and returns the stream that has the next turn. {@link putBack} puts it back. */
  take(): OutgoingStream | undefined {
    const next = this.#byBytes.take();
    return next instanceof QualityGroup ? next.share.take() : next;
  }

  /** Removes a stream that has something to send, although it does not have the next turn. */
  remove(stream: OutgoingStream): void {
    if (stream.fairness === 'resource') return this.#byBytes.deactivate(stream);
    this.#quality.share.deactivate(stream);
    this.#byBytes.deactivate(this.#quality);
  }

  /** Puts back a stream that was taken, after it has sent `bytes`. `utility`: the quality that these bytes add; 0: not known. */
  putBack(stream: OutgoingStream, bytes: number, utility: number): void {
    const isActive = stream.queue.size > 0 && !stream.isBlocked;
    if (stream.fairness === 'resource') return this.#byBytes.putBack(stream, bytes, isActive);
    this.#quality.share.putBack(stream, utility > 0 ? utility : bytes * utilityOfByte, isActive);
    this.#byBytes.putBack(this.#quality, bytes, !this.#quality.share.isEmpty);
    if (!isActive) this.#quality.countInactive(stream);
  }
}

/** Utility of a byte of a message without `marginalUtility`: as if a megabyte were a second of full quality. With 0 a stream could send without limit. */
const utilityOfByte = 1e-6;

/** The streams of quality fairness. The group has the sum of the weights of its active streams. */
class QualityGroup implements Sharer {
  readonly share: FairShare<OutgoingStream> = new FairShare();
  slot = 0;
  virtualTime = 0;
  weight = 0;
  #counts: Map<number, number> = new Map(); // active streams of each weight

  activate(stream: OutgoingStream): void {
    if (this.share.has(stream)) return;
    this.share.activate(stream);
    this.#count(stream, 1);
  }

  deactivate(stream: OutgoingStream): void {
    if (!this.share.has(stream)) return;
    this.share.deactivate(stream);
    this.countInactive(stream);
  }

  countInactive(stream: OutgoingStream): void {
    this.#count(stream, -1);
  }

  // The sum is computed anew: subtracting a great weight would leave its rounding error.
  #count({ weight }: OutgoingStream, change: number): void {
    const count = (this.#counts.get(weight) ?? 0) + change;
    if (count > 0) this.#counts.set(weight, count);
    else this.#counts.delete(weight);
    this.weight = 0;
    for (const [each, many] of this.#counts) this.weight += each * many;
  }
}
