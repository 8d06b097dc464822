import { maxAckDelay } from './ack-pace.ts';

/** Weights of the previous average and variance in RFC 6298. */
const ofAverage = 7 / 8;
const ofVariance = 3 / 4;

/**
 * Minimum failover timeout in ms, about Linux's minimum retransmission timeout; and the number of
 * variances in the timeout (thesis §4.3.3).
 */
const minFailoverTimeout = 225;
const variances = 5;
/**
 * Number of round trips in the failover timeout: in the second one, TCP repairs losses that it
 * notices at once. With one, as in the thesis, a late acknowledgment was caused by such a loss as
 * often as by a stall.
 */
const trips = 2;

/** The round-trip time of a channel in ms: from a frame to its acknowledgment. */
export class RoundTrip {
  /** NaN: not known yet. */
  average: number = NaN;
  variance: number = NaN;
  #least = Infinity;

  note(sample: number): void {
    this.#least = Math.min(this.#least, sample);
    if (Number.isNaN(this.average)) {
      this.average = sample;
      this.variance = sample / 2;
      return;
    }
    this.variance = this.variance * ofVariance + Math.abs(sample - this.average) * (1 - ofVariance);
    this.average = this.average * ofAverage + sample * (1 - ofAverage);
  }

  /**
   * The part of the average in ms that is probably spent in queues of the path; 0: not known yet.
   */
  get queueing(): number {
    return Number.isNaN(this.average) ? 0 : this.average - this.#least;
  }

  /** Ms without an acknowledgment after which a channel is given up, if there is a standby. */
  get failoverTimeout(): number {
    const late = trips * this.average + variances * this.variance + maxAckDelay;
    return Number.isNaN(late) ? 4 * minFailoverTimeout : Math.max(minFailoverTimeout, late);
  }
}
