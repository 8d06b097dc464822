/** Ms that the first time takes. */
const firstTime = 8000;

export interface TimeApartOptions {
  /** Number of consecutive periods with long round trips after which it begins. */
  readonly periods: number;
  /** Maximum of ms that it takes. */
  readonly maxTime: number;
  /** Whether it goes on after a period. `isLong`: whether round trips are still long. `isEarly`: whether the time has not passed yet. */
  readonly goesOn: (isLong: boolean, isEarly: boolean) => boolean;
}

/** Decides for how long connections do not share a window because round trips are long. Each time is twice as long as the one before. */
export class TimeApart {
  isNow = false;
  #options: TimeApartOptions;
  #longPeriods = 0;
  #until = 0;
  #nextTime: number = firstTime;

  constructor(options: TimeApartOptions) {
    this.#options = options;
  }

  /** A period has ended. */
  update(isLong: boolean, now: number): void {
    const { goesOn, maxTime, periods } = this.#options;
    if (this.isNow) {
      this.isNow = goesOn(isLong, now < this.#until);
      return;
    }
    this.#longPeriods = isLong ? this.#longPeriods + 1 : 0;
    if (this.#longPeriods < periods) return;
    this.isNow = true;
    this.#longPeriods = 0;
    this.#until = now + this.#nextTime;
    this.#nextTime = Math.min(maxTime, 2 * this.#nextTime);
  }
}
