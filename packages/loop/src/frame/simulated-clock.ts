/**
 * In ms. A longer `elapsed`, of more than 11 days, always counts as an absence, because the steps
 * for an `elapsed` of 1e300 ms would never end.
 */
const LONGEST_FRAME = 1e9;

/**
 * The part of a step by which a sum of times may be too small because of rounding. For example, 50
 * ms must count as three steps of 1000 / 60 ms.
 */
const ROUNDING = 1e-9;

/**
 * Greatest number of past times that a clock remembers. It remembers the time at the beginning of a
 * step if other clocks were created since its last step.
 */
const MAX_PAST_TIMES = 32;

/** Number of clocks that were created. */
let created = 0;

/** The frame of a clock: counts its steps, and knows whether more of them follow. */
interface ClockOwner {
  readonly stats: { readonly steps: number };
  readonly hasStopped: boolean;
}

/** The simulated time of a frame, which advances by whole steps, and the time that its display frames show. */
export class SimulatedClock {
  /** Steps per second. */
  rate: number;
  /** Duration of a step in ms. */
  step: number;
  /** Simulated time in ms that the display frame shows. */
  drawTime = 0;

  #frame: ClockOwner;
  #startTime = 0; // simulated time in ms when the rate was set
  #startSteps = 0; // number of steps when the rate was set
  #unspent = 0; // ms that were added and are not part of a step yet
  #offset = 0; // ms added in comparisons with other clocks
  #number = ++created;
  #past: { readonly created: number; readonly now: number }[] = []; // `now` at the first step after other clocks were created

  constructor(rate: number, frame: ClockOwner) {
    this.rate = rate;
    this.step = 1000 / rate;
    this.#frame = frame;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#startTime + (this.#frame.stats.steps - this.#startSteps) * this.step;
  }

  /** The part of the next step that has passed, 0 to 1. */
  get alpha(): number {
    return Math.max(0, this.#unspent / this.step);
  }

  /**
   * The simulated time in ms by which this clock is ahead of `other`. Both have been driven in parallel since the newer one was created. `elapsed` ms have
   * just passed on this clock. On
   * `other`, the same time has already passed or passes next.
   *
   * Clocks that differ by more than the sum of `elapsed`, one step and `tolerance` have not always
   * been driven in parallel. Then the difference is set: to `elapsed` ms if this clock was ahead or is the successor of `other`, and otherwise to 0. A
   * successor always gets this difference in its first steps. This clock is the successor if `other` has stopped. If both have stopped, it is the
   * successor only if `other` has not advanced since the newer one was created.
   */
  aheadOf(other: SimulatedClock, elapsed: number, tolerance: number): number {
    const newer = Math.max(this.#number, other.#number);
    const otherTime = other.#timeSince(newer);
    const ahead = this.#timeSince(newer) + this.#offset - otherTime - other.#offset;
    const isSuccessor = other.#frame.hasStopped && !(this.#frame.hasStopped && otherTime > 0);
    const isNear = Math.abs(ahead) < elapsed + tolerance + this.step * (1 + ROUNDING);
    const isFirst = this.now <= elapsed;
    if (isNear && !(isSuccessor && isFirst)) return ahead;
    const usual = ahead > 0 || isSuccessor ? elapsed : 0;
    this.#offset += usual - ahead;
    return usual;
  }

  /** Adds `elapsed` ms, or only one step if `elapsed` exceeds `maxFrameTime`. Returns the ms that were not added. */
  add(elapsed: number, maxFrameTime: number): number {
    const isAbsence = elapsed > Math.max(Math.min(maxFrameTime, LONGEST_FRAME), this.step);
    const added = isAbsence ? this.step : Math.max(0, elapsed);
    this.#unspent += added;
    return isAbsence ? elapsed - added : 0;
  }

  /**
   * Call this when a step begins. It records the time, for comparisons with clocks that were
   * created since the last step.
   */
  beginStep(): void {
    if ((this.#past.at(-1)?.created ?? this.#number) === created) return;
    this.#past.push({ created, now: this.now });
    if (this.#past.length > MAX_PAST_TIMES) this.#past.shift();
  }

  /** Simulated time in ms since the clock with this number was created. */
  #timeSince(number: number): number {
    if (number === this.#number) return this.now;
    return this.now - (this.#past.find((one) => one.created >= number)?.now ?? this.now);
  }

  /** Whether a step is due. */
  get isStepDue(): boolean {
    return this.#unspent >= this.step * (1 - ROUNDING);
  }

  /** Subtracts one step, which is made now. */
  spendStep(): void {
    this.#unspent -= this.step;
  }

  /** Sets {@link drawTime} for a display frame that lies `alpha` of the way from the second-to-last step to the last one. */
  show(alpha: number): void {
    // `drawTime` must not decrease. Without `max` it could do so after skipped steps, by up to half a step.
    this.drawTime = Math.max(this.drawTime, this.now - (1 - alpha) * this.step);
  }

  changeRate(rate: number): void {
    this.#startTime = this.now;
    this.#startSteps = this.#frame.stats.steps;
    this.rate = rate;
    this.step = 1000 / rate;
  }
}
