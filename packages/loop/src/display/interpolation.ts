import { checkKind, checkNumber } from '../options.ts';

/** The part of a `Frame` that an {@link Interpolation} reads. */
export interface DrawClock {
  /** Simulated time in ms that the display frame shows. */
  readonly drawTime: number;
  /** Steps per second. */
  readonly rate: number;
  /**
   * Identifies the `Frame` of the clock: clocks with other `stats` belong to other frames. All
   * clocks without `stats` count as clocks of one frame.
   */
  readonly stats?: object | undefined;
}

/** The largest drawn speed, as a multiple of the speed of the entity. */
const MAX_SPEED = 2;

/**
 * Smooth motion of one drawn entity of a `Frame`, however often it is updated. After each update
 * the drawn position moves from where it is to the new position. An early or late update therefore
 * changes the speed of this motion, and never makes the entity jump.
 *
 * The motion takes the `elapsed` of the update plus one step. This step is slack in case the next
 * update is late. The motion takes longer if the entity would otherwise be drawn at more than twice
 * its speed.
 *
 * If the entity moves to another `Frame`, for example after a hot reload, the motion continues
 * there from the drawn position.
 */
export class Interpolation {
  #startedAt = 0;
  #duration = 0;
  #length = 0; // simulated time that the motion covers, ms
  #progress = 1; // the last result of `progress`
  #shownAt = 0; // `drawTime` of the clock when that result was returned
  #stats: object | undefined; // `stats` of that clock

  /**
   * Starts a new motion. Call it in `update`, with the `elapsed` of the update in ms. Returns the {@link progress} of the old motion, which gives the position
   * where the new motion starts.
   *
   * Throws a TypeError if `clock` is neither a `Frame` nor an object with `drawTime` and `rate`, or if `elapsed` is not a number. Throws a RangeError if
   * `elapsed` is not a finite number ≥ 0.
   */
  restart(clock: DrawClock, elapsed: number): number {
    checkClock('restart', clock);
    if (!(typeof elapsed === 'number' && elapsed >= 0 && elapsed < Infinity))
      checkNumber('Interpolation.restart: elapsed', elapsed, { min: 0 });
    const { drawTime, rate } = clock;
    const progress = this.progress(clock);
    // Several updates between two display frames make one motion, with one step of slack.
    const isFirst = this.#length === 0 || drawTime > this.#startedAt;
    const duration = elapsed + (isFirst ? 1000 / rate : this.#duration);
    this.#length = elapsed + (1 - progress) * this.#length;
    this.#duration = Math.max(duration, this.#length / MAX_SPEED);
    this.#startedAt = this.#shownAt = drawTime;
    this.#stats = clock.stats;
    this.#progress = 0;
    return progress;
  }

  /**
   * Progress of the motion in the display frame that is being drawn, 0 to 1. It is 1 before the first update. Throws a TypeError if `clock` is neither a
   * `Frame` nor an object with `drawTime` and `rate`.
   */
  progress(clock: DrawClock): number {
    checkClock('progress', clock);
    if (this.#length === 0) return 1;
    const { drawTime, stats } = clock;
    // In another frame, the rest of the motion continues from the drawn position.
    if (stats !== this.#stats || drawTime < this.#shownAt) {
      this.#stats = stats;
      this.#startedAt = drawTime - this.#progress * this.#duration;
    }
    this.#shownAt = drawTime;
    this.#progress = Math.max(0, Math.min((drawTime - this.#startedAt) / this.#duration, 1));
    return this.#progress;
  }
}

function checkClock(action: string, clock: DrawClock): void {
  if (Number.isFinite(clock?.drawTime) && Number.isFinite(clock.rate) && clock.rate > 0) return;
  checkKind(`Interpolation.${action}: frame`, false, 'a Frame or an object with drawTime and rate', clock);
}
