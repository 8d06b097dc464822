/** The deliveries of one round trip. */
interface Round {
  readonly bytes: number;
  /** Ms. */
  readonly time: number;
  readonly isApplicationLimited: boolean;
}

/**
 * Minimum number of rounds in the mean. The rate of one round varies too much, and the mean of many
 * rounds reacts late to a loss.
 */
const minRounds = 2;

/**
 * Rate of delivery, measured over whole rounds, each about a round trip: in a shorter time, a burst
 * of acknowledgments after a pause would look like a high rate.
 */
export class DeliveryRate {
  /** Bytes per ms. */
  value = 0;
  #isRateOfPath = false; // whether the application had enough to send in the last round
  #bytes = 0;
  #isApplicationLimited = false;
  #since: number;
  #rounds: Round[] = [];

  /** `now`: ms, when the first round begins. */
  constructor(now: number) {
    this.#since = now;
  }

  /** `isApplicationLimited`: whether more would have been delivered if there had been more to send. */
  add(bytes: number, isApplicationLimited: boolean): void {
    this.#bytes += bytes;
    this.#isApplicationLimited ||= isApplicationLimited;
  }

  /**
   * Ends a round. `value` becomes the rate of the last rounds, which take at least `span` ms together. If the application had too little to send in one of
   * them, `value` only rises. Returns the rate of this round alone; undefined: the application had too little to send.
   */
  endRound(now: number, span = 0): number | undefined {
    this.#rounds.push({
      bytes: this.#bytes,
      time: now - this.#since,
      isApplicationLimited: this.#isApplicationLimited,
    });
    const rate = this.skipRound(now);
    const sum = { bytes: 0, time: 0, isApplicationLimited: false };
    let from = this.#rounds.length;
    for (; from > 0 && (sum.time < span || this.#rounds.length - from < minRounds); from--) {
      const round = this.#rounds[from - 1]!;
      sum.bytes += round.bytes;
      sum.time += round.time;
      sum.isApplicationLimited ||= round.isApplicationLimited;
    }
    this.#rounds.splice(0, from);
    const sample = sum.bytes / sum.time;
    if (sample > this.value || !sum.isApplicationLimited) this.value = sample;
    return rate;
  }

  /** Ends a round that does not change `value`. Returns the same as `endRound`. */
  skipRound(now: number): number | undefined {
    this.#isRateOfPath = !this.#isApplicationLimited;
    const rate = this.#isApplicationLimited ? undefined : this.#bytes / (now - this.#since);
    this.#bytes = 0;
    this.#isApplicationLimited = false;
    this.#since = now;
    return rate;
  }

  /**
   * `value`; undefined if the application had too little to send in the last round: the path may
   * then be faster.
   */
  get rateOfPath(): number | undefined {
    return this.#isRateOfPath ? this.value : undefined;
  }

  /** Ms since the round began. */
  timeOfRound(now: number): number {
    return now - this.#since;
  }

  /** Lowers `value` to the rate of the round so far, if that is lower. */
  limitTo(now: number): void {
    const rate = this.#bytes / (now - this.#since);
    if (rate >= this.value) return;
    this.value = rate;
    this.#rounds = [];
  }
}
