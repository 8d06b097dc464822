import { RecentMinimum } from './recent-minimum.ts';

/** Minimum time in ms for which an acknowledgment counts. The maximum is twice as long. */
const span = 5000;

/**
 * Converts times of the peer's clock to times of this endpoint: adds the difference of both clocks
 * and the least delay of recent acknowledgments. Older acknowledgments do not count, because one
 * clock may be faster than the other by some hundred ppm.
 */
export class PeerClock {
  #offset: RecentMinimum = new RecentMinimum(span);

  /** Notes an event that was at `peerTime` on the peer's clock. `knownAt`: time of this endpoint at
   * which it became known here, minus the time for which the peer held the acknowledgment back. */
  note(peerTime: number, knownAt: number): void {
    this.#offset.note(knownAt - peerTime, knownAt);
  }

  /** The time of this endpoint for a time of the peer. It is never later than the `knownAt` with which `note` was called for this time. */
  localTime(peerTime: number): number {
    return peerTime + this.#offset.value;
  }
}
