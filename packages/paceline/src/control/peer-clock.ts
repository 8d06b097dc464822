import { RecentMinimum } from './recent-minimum.ts';

/** Ms for which an acknowledgment counts at least. It counts for at most twice this time. */
const span = 5000;

/**
 * Converts times of the peer's clock to times of this endpoint: adds the difference of both clocks
 * and the least delay of recent acknowledgments. Older acknowledgments do not count, because one
 * clock may be faster than the other by some hundred ppm.
 */
export class PeerClock {
  #offset: RecentMinimum = new RecentMinimum(span);

  /** An event at `peerTime` of the peer became known here at `knownAt`, apart from the time that the peer waited. */
  note(peerTime: number, knownAt: number): void {
    this.#offset.note(knownAt - peerTime, knownAt);
  }

  /** The time of this endpoint for a time of the peer. It is at most the `knownAt` of that time. */
  localTime(peerTime: number): number {
    return peerTime + this.#offset.value;
  }
}
