import { type Acknowledged, usualSegment } from './latency-controller.ts';
import { downwards, ewma, upwards } from './smoothing.ts';

/** Ms over which a bandwidth is counted, at the least. */
const period = 50;

/** What averages keep from one sample to the next. */
const quick = 0.875;
const slow = 0.98;

/** So much more than the least round trip, lately, is a queue that our own estimate has built (thesis §4.3.2). */
const queueing = 2;

/** So much more than the least round trip for long is hardly a queue: the path may well carry more, and is asked … */
const idle = 1.25;
/** … by so much more in each period, as TCP does when it starts. */
const probe = 1.5;
/** Ms for which the least round trip is remembered. */
const memory = 10_000;

/** TCP begins with so many segments (RFC 6928). */
const firstSegments = 10;

/** TCP's congestion window as it shows in acknowledgements of whole frames (thesis §4.3.2: PaceA). */
export class WindowEstimate {
  /** Bytes. */
  bytes: number = firstSegments * usualSegment;
  #roundTrip = NaN;
  #slowRoundTrip = NaN;
  #leastRoundTrip = NaN;
  #least: LeastLately = new LeastLately();
  #bandwidth = NaN; // bytes per ms
  #rising = NaN;
  #falling = NaN;
  #since = NaN;
  #bytes = 0;
  #isStarved = false;

  acknowledged({ bytes, isStarved, now, roundTrip }: Acknowledged): void {
    this.#noteRoundTrip(roundTrip, now);
    if (Number.isNaN(this.#since)) this.#since = now - roundTrip;
    this.#bytes += bytes;
    this.#isStarved ||= isStarved;
    const elapsed = now - this.#since;
    if (elapsed < Math.max(period, this.#roundTrip)) return;
    this.#noteBandwidth(this.#bytes / elapsed);
    this.#since = now;
    this.#bytes = 0;
    this.#isStarved = false;
  }

  #noteRoundTrip(sample: number, now: number): void {
    if (Number.isNaN(this.#roundTrip)) this.#roundTrip = this.#slowRoundTrip = this.#leastRoundTrip = sample;
    this.#roundTrip = ewma(this.#roundTrip, sample, quick);
    this.#slowRoundTrip = ewma(this.#slowRoundTrip, this.#roundTrip, slow);
    this.#leastRoundTrip = downwards(this.#leastRoundTrip, sample, slow);
    this.#least.note(sample, now);
  }

  #noteBandwidth(sample: number): void {
    if (Number.isNaN(this.#bandwidth)) this.#bandwidth = this.#rising = this.#falling = sample;
    else if (this.#isStarved && sample < this.#bandwidth) return;
    this.#bandwidth = ewma(this.#bandwidth, sample, quick);
    this.#rising = upwards(this.#rising, sample, quick);
    this.#falling = downwards(this.#falling, sample, quick);
    const pressure = Math.min(1, sample / (2 * this.#bandwidth));
    const isQueueing = this.#slowRoundTrip / this.#leastRoundTrip > queueing;
    const signal = isQueueing ? this.#leastRoundTrip : this.#roundTrip;
    const estimate = (1 - pressure) * signal * this.#falling + pressure * this.#roundTrip * this.#rising;
    const isIdle = this.#roundTrip < idle * this.#least.value;
    this.bytes = estimate * (isIdle && !this.#isStarved ? probe : 1);
  }
}

/** The least of what was noted in the last ten seconds or so. */
class LeastLately {
  #before = Infinity;
  #now = Infinity;
  #since = NaN;

  get value(): number {
    return Math.min(this.#before, this.#now);
  }

  note(sample: number, now: number): void {
    if (!(now - this.#since < memory / 2)) {
      this.#before = this.#now;
      this.#now = Infinity;
      this.#since = now;
    }
    this.#now = Math.min(this.#now, sample);
  }
}
