/** Frames above this many ms, 11 days, are absences in any case: the steps of 1e300 ms would never end. */
const LONGEST_FRAME = 1e9;

/** The share of a step by which sums of times may be too small: 50 ms are three steps of 1000 / 60 ms. */
const ROUNDING = 1e-9;

/** The simulated time of a frame, which advances by whole steps, and the time that its display frames show. */
export class SimulatedClock {
  /** Steps per second. */
  rate: number;
  /** Duration of a step in ms. */
  step: number;
  /** Simulated time in ms that the display frame shows. */
  drawTime = 0;

  #made: { readonly steps: number };
  #startsAt = 0; // the simulated time in ms …
  #startsWith = 0; // … and the number of steps when the rate was set
  #unspent = 0; // ms that were added and are not in a step yet
  #offset = 0; // what is added to `now` for a comparison with other clocks

  /** `made` counts the steps. */
  constructor(rate: number, made: { readonly steps: number }) {
    this.rate = rate;
    this.step = 1000 / rate;
    this.#made = made;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#startsAt + (this.#made.steps - this.#startsWith) * this.step;
  }

  /** The part of the next step that has passed: from 0 to 1. */
  get alpha(): number {
    return Math.max(0, this.#unspent / this.step);
  }

  /**
   * The simulated ms by which this clock is ahead of `other`, which is driven with it. `elapsed` ms have just passed here; there, they have passed already,
   * or will pass next. Clocks that are further apart, also by one step and `tolerance` ms more, have not always been driven together: they are set again.
   * If `other` has stopped, `elapsed` ms will not pass there, and it was never driven with a clock that makes its first steps.
   */
  aheadOf(other: SimulatedClock, elapsed: number, tolerance: number, hasStopped: boolean): number {
    const ahead = this.now + this.#offset - other.now - other.#offset;
    const isNear = Math.abs(ahead) < elapsed + tolerance + this.step * (1 + ROUNDING);
    const isFirst = this.now <= elapsed;
    if (isNear && !(hasStopped && isFirst)) return ahead;
    const usual = ahead > 0 || hasStopped ? elapsed : 0;
    this.#offset += usual - ahead;
    return usual;
  }

  /** Adds `elapsed` ms; of a time above `maxFrameTime` only one step. Returns the ms that it has not added. */
  add(elapsed: number, maxFrameTime: number): number {
    const isAbsence = elapsed > Math.max(Math.min(maxFrameTime, LONGEST_FRAME), this.step);
    const added = isAbsence ? this.step : Math.max(0, elapsed);
    this.#unspent += added;
    return isAbsence ? elapsed - added : 0;
  }

  /** Whether a step is due. */
  get isStepDue(): boolean {
    return this.#unspent >= this.step * (1 - ROUNDING);
  }

  /** A step that was due has been made. */
  spendStep(): void {
    this.#unspent -= this.step;
  }

  /** A display frame shows the time `alpha` of the way from the last step but one to the last step. */
  show(alpha: number): void {
    // Not back: after skipped steps a display frame can be up to half a step before the last one.
    this.drawTime = Math.max(this.drawTime, this.now - (1 - alpha) * this.step);
  }

  changeRate(rate: number): void {
    this.#startsAt = this.now;
    this.#startsWith = this.#made.steps;
    this.rate = rate;
    this.step = 1000 / rate;
  }
}
