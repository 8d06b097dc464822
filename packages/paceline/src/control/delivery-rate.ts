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

/** The rate of a round counts for `best` for at most this many rounds, and for at most this many ms. */
const rememberedRounds = 10;
const rememberedTime = 3000;

/**
 * Rate of delivery, measured over whole rounds, each about a round trip: in a shorter time, a burst
 * of acknowledgments after a pause would look like a high rate.
 */
export class DeliveryRate {
  /** Bytes per ms. */
  value = 0;
  #recent: { readonly rate: number; readonly endedAt: number }[] = []; // the remembered rounds
  #time = 0; // ms of all rounds
  #isRateOfPath = false; // whether the application had enough to send in the last round
  #bytes = 0;
  #isApplicationLimited = false;
  #since: number;
  #deliveredAt = NaN;
  #stop = 0; // ms for which the path stopped in the round
  #rounds: Round[] = [];

  /** `now`: time in ms at which the first round begins. */
  constructor(now: number) {
    this.#since = now;
  }

  /**
   * `isApplicationLimited`: whether more would have been delivered if there had been more to send.
   * `maxPause`: ms without a delivery after which the path has stopped. The longest stop of a round
   * does not count as time of the round.
   */
  add(bytes: number, deliveredAt: number, isApplicationLimited: boolean, maxPause: number): void {
    const pause = deliveredAt - Math.max(this.#deliveredAt, this.#since);
    if (pause > Math.max(maxPause, this.#stop)) this.#stop = pause;
    this.#deliveredAt = deliveredAt;
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
      time: this.timeOfRound(now),
      isApplicationLimited: this.#isApplicationLimited,
    });
    const rate = this.skipRound(now);
    if (rate !== undefined)
      this.#recent = [...this.#recent, { rate, endedAt: this.#time }].slice(-rememberedRounds);
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
    const time = this.timeOfRound(now);
    const rate = this.#isApplicationLimited ? undefined : this.#bytes / time;
    this.#time += time;
    this.#bytes = 0;
    this.#isApplicationLimited = false;
    this.#since = now;
    this.#stop = 0;
    return rate;
  }

  /**
   * `value`; undefined if the application had too little to send in the last round: the path may
   * then be faster.
   */
  get rateOfPath(): number | undefined {
    return this.#isRateOfPath ? this.value : undefined;
  }

  /**
   * The greatest rate of the last ten rounds in which the application had enough to send, without
   * rounds that ended more than three seconds ago. Stops of the path do not count as time. 0: unknown.
   */
  best(now: number): number {
    const from = this.#time + this.timeOfRound(now) - rememberedTime;
    this.#recent = this.#recent.filter(({ endedAt }) => endedAt >= from);
    return Math.max(0, ...this.#recent.map(({ rate }) => rate));
  }

  /** Ms since the round began, without the longest stop of the path. */
  timeOfRound(now: number): number {
    return now - this.#since - this.#stop;
  }

  /** Lowers `value` to the rate of the round so far, if that is lower. */
  limitTo(now: number): void {
    const rate = this.#bytes / this.timeOfRound(now);
    if (rate < this.value) this.reset(rate);
  }

  /** Replaces `value`, and forgets the rounds in which it was measured. */
  reset(value: number): void {
    this.value = value;
    this.#rounds = [];
  }
}
