/** Maximum difference of the rates of two clocks: 100 ppm. Crystal oscillators of computers differ by less. */
const maxDrift = 1e-4;

/**
 * The offset of another clock, from messages that were sent there and back (Cristian 1989). This endpoint asks at `asked` and gets the answer at `answered`.
 * The other endpoint receives the request at `received` and answers at `sent`, on its own clock. So the time to add to the other clock is from
 * `asked - received` to `answered - sent`. An exchange can make this interval shorter. Between exchanges it becomes longer, because clocks may drift.
 */
export class ClockOffset {
  #least = -Infinity;
  #greatest = Infinity;
  #at = 0; // time of the last exchange

  /** Adds an exchange. Times are in ms. If it contradicts the earlier ones, because a clock was set or a machine was suspended, these are forgotten. */
  add(asked: number, received: number, sent: number, answered: number): void {
    const slack = (answered - asked) * maxDrift;
    const [least, greatest] = [asked - received - slack, answered - sent + slack];
    if (!(least <= greatest)) return; // one of the clocks was set during the exchange
    const drift = Math.max(0, answered - this.#at) * maxDrift;
    this.#at = answered;
    this.#least = Math.max(least, this.#least - drift);
    this.#greatest = Math.min(greatest, this.#greatest + drift);
    if (this.#least > this.#greatest) [this.#least, this.#greatest] = [least, greatest];
  }

  /**
   * Returns the time in ms to add to times of the other clock, and the maximum error of the result. `expected`: a value that is preferred if it is possible,
   * such as the difference of the two origins in threads of one process. Without an exchange, the error is Infinity.
   */
  estimate(expected?: number): { readonly shift: number; readonly error: number } {
    const [least, greatest] = [this.#least, this.#greatest];
    if (!Number.isFinite(least)) return { shift: expected ?? 0, error: Infinity };
    const isPossible = expected !== undefined && expected >= least && expected <= greatest;
    const shift = isPossible ? expected : (least + greatest) / 2;
    return { shift, error: Math.max(shift - least, greatest - shift) };
  }
}
