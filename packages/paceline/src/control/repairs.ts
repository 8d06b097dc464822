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

  /** Frames were delivered. `minSilence`: ms without a delivery that are more than usual. */
  note(frames: number, deliveredAt: number, minSilence: number): void {
    const silence = deliveredAt - this.#deliveredAt;
    this.#deliveredAt = deliveredAt;
    if (frames < 2 || !(silence > minSilence)) return;
    this.#time = silence;
    this.#at = [deliveredAt, this.#at[0]];
  }

  /**
   * Time in ms that the last repair took. Infinity: fewer than two in the last two seconds. A single
   * one may be due to a queue that overflowed when the rate of the link fell.
   */
  time(now: number): number {
    return now - this.#at[1] < rememberedTime ? this.#time : Infinity;
  }
}
