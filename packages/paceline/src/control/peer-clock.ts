import { RecentMinimum } from './recent-minimum.ts';

/** An acknowledgment counts for at least this many ms, and for at most twice as long. */
const span = 5000;

/**
 * Converts times on the peer's clock to times on the clock of this endpoint: adds the difference
 * between the clocks and the least delay of recent acknowledgments. Older acknowledgments do not
 * count, because one clock may be faster than the other by some hundred ppm.
 */
export class PeerClock {
  #offset: RecentMinimum = new RecentMinimum(span);

  /**
   * Notes an event that happened at `peerTime` on the peer's clock. `knownAt`: the time on this clock
   * at which this endpoint learned of the event, minus the time for which the peer held the
   * acknowledgment back.
   */
  note(peerTime: number, knownAt: number): void {
    this.#offset.note(knownAt - peerTime, knownAt);
  }

  /** Converts a time on the peer's clock. The result is never later than the `knownAt` that `note` received with this time. */
  localTime(peerTime: number): number {
    return peerTime + this.#offset.value;
  }
}
