import { type Acknowledged, usualSegment } from './latency-controller.ts';
import { downwards, ewma, upwards } from './smoothing.ts';

/** Ms over which a bandwidth is counted, at the least. */
const period = 50;

/** What averages keep from one sample to the next. */
const quick = 0.875;
const slow = 0.98;

/** So much more than the least round trip, lately, is a queue that our own estimate has built (thesis §4.3.2). */
const queueing = 2;

/** While a round trip is less than so much more than the least one, there is hardly a queue: at first the window grows then … */
const idle = 1.25;
/** … by so much in each period, as TCP's does when it starts. */
const growth = 1.5;

/** TCP begins with so many segments (RFC 6928). */
const firstSegments = 10;

/** TCP's congestion window as it shows in acknowledgements of whole frames (thesis §4.3.2: PaceA). */
export class WindowEstimate {
  /** Bytes. */
  bytes: number = firstSegments * usualSegment;
  #roundTrip = NaN;
  #slowRoundTrip = NaN;
  #leastRoundTrip = NaN;
  #least = Infinity;
  #isStarting = true;
  #bandwidth = NaN; // bytes per ms
  #rising = NaN;
  #falling = NaN;
  #since = NaN;
  #bytes = 0;
  #isStarved = false;

  acknowledged({ bytes, isStarved, now, roundTrip }: Acknowledged): void {
    this.#noteRoundTrip(roundTrip);
    if (Number.isNaN(this.#since)) this.#since = now - roundTrip;
    this.#bytes += bytes;
    this.#isStarved ||= isStarved;
    const elapsed = now - this.#since;
    if (elapsed < period) return;
    this.#noteBandwidth(this.#bytes / elapsed);
    this.#since = now;
    this.#bytes = 0;
    this.#isStarved = false;
  }

  #noteRoundTrip(sample: number): void {
    if (Number.isNaN(this.#roundTrip)) this.#roundTrip = this.#slowRoundTrip = this.#leastRoundTrip = sample;
    this.#roundTrip = ewma(this.#roundTrip, sample, quick);
    this.#slowRoundTrip = ewma(this.#slowRoundTrip, this.#roundTrip, slow);
    this.#leastRoundTrip = downwards(this.#leastRoundTrip, sample, slow);
    this.#least = Math.min(this.#least, sample);
    this.#isStarting &&= this.#roundTrip < idle * this.#least;
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
    this.bytes = estimate * (this.#isStarting ? growth : 1);
  }
}
