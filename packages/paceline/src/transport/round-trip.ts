import { maxAckDelay } from './ack-pace.ts';

/** What RFC 6298 keeps of an average and of a variance. */
const ofAverage = 7 / 8;
const ofVariance = 3 / 4;

/** The least time after which a channel is given up, as Linux's least retransmission timeout; and how many variances it may be late (thesis §4.3.3). */
const minFailoverTimeout = 225;
const variances = 5;
/** In one round trip more TCP repairs what it notices at once. The thesis gave up after one, which was a loss as often as a stall. */
const trips = 2;

/** How long a frame and its acknowledgement take together, in ms. */
export class RoundTrip {
  /** NaN: not known yet. */
  average: number = NaN;
  variance: number = NaN;

  note(sample: number): void {
    if (Number.isNaN(this.average)) {
      this.average = sample;
      this.variance = sample / 2;
      return;
    }
    this.variance = this.variance * ofVariance + Math.abs(sample - this.average) * (1 - ofVariance);
    this.average = this.average * ofAverage + sample * (1 - ofAverage);
  }

  /** Ms without an acknowledgement after which a channel is given up, if there is another one. */
  get failoverTimeout(): number {
    const late = trips * this.average + variances * this.variance + maxAckDelay;
    return Number.isNaN(late) ? 4 * minFailoverTimeout : Math.max(minFailoverTimeout, late);
  }
}
