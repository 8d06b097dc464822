/**
 * Usual length of a pause between acknowledgments in ms. After a longer pause TCP may be repairing
 * a loss, and continues to send meanwhile.
 */
export const usualSilence = 15;

/** A silence may be a repair if it is longer than these multiples of the least round trip and of the interval between acknowledgments. */
const [roundTripRatio, intervalRatio] = [0.75, 2.5];

/** Time in ms for which a repair is remembered. */
const rememberedTime = 2000;

/**
 * Recognizes repairs of lost segments by the arrivals of frames. After a loss TCP delivers nothing until
 * the segment has been sent again, and then all frames that came after it at once. A repair takes
 * about one round trip of the network, however long frames wait in TCP's buffer before they are sent.
 */
export class Repairs {
  #deliveredAt = NaN;
  #time = NaN; // ms that the last repair took
  #at: readonly [last: number, before: number] = [-Infinity, -Infinity];

  /** Frames were delivered. `leastRoundTrip`: of the path; Infinity if unknown. `interval`: the usual time between acknowledgments. All times are in ms. */
  note(frames: number, deliveredAt: number, leastRoundTrip: number, interval: number): void {
    const silence = deliveredAt - this.#deliveredAt;
    this.#deliveredAt = deliveredAt;
    const minSilence = Math.max(usualSilence, roundTripRatio * leastRoundTrip, intervalRatio * interval);
    if (frames < 2 || !(silence > minSilence)) return;
    this.#time = silence;
    this.#at = [deliveredAt, this.#at[0]];
  }

  /**
   * Time in ms that the last repair took; Infinity if there were fewer than two repairs in the last
   * two seconds. A single repair does not count: when the rate of the link falls, a queue may
   * overflow once.
   */
  time(now: number): number {
    return now - this.#at[1] < rememberedTime ? this.#time : Infinity;
  }
}
