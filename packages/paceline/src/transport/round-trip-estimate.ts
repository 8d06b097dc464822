import { maxAckDelay } from './ack-pace.ts';

/** Weights of the previous average and variance in RFC 6298. */
const averageWeight = 7 / 8;
const varianceWeight = 3 / 4;

/** Minimum failover timeout in ms: about Linux's minimum retransmission timeout. */
const minFailoverTimeout = 225;
/** Number of variances in the failover timeout (thesis §4.3.3). */
const timeoutVariances = 5;
/**
 * Number of round trips in the failover timeout: the second one leaves time for a fast retransmit
 * of TCP. With one round trip, as in the thesis, a late acknowledgment was caused by a lost packet
 * as often as by a stall.
 */
const timeoutRoundTrips = 2;

/** The round-trip time of a channel in ms: from a frame to its acknowledgment. */
export class RoundTripEstimate {
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
    this.variance = this.variance * varianceWeight + Math.abs(sample - this.average) * (1 - varianceWeight);
    this.average = this.average * averageWeight + sample * (1 - averageWeight);
  }

  /**
   * The part of the average in ms that is probably spent in queues of the path; 0: not known yet.
   */
  get queueing(): number {
    return Number.isNaN(this.average) ? 0 : this.average - this.#least;
  }

  /** Ms without an acknowledgment after which a channel is given up, if there is a standby. */
  get failoverTimeout(): number {
    const late = timeoutRoundTrips * this.average + timeoutVariances * this.variance + maxAckDelay;
    return Number.isNaN(late) ? 4 * minFailoverTimeout : Math.max(minFailoverTimeout, late);
  }
}
