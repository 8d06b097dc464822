import { checkKind, checkNumber } from '../options.ts';

/** The part of a `Frame` that an {@link Interpolation} reads. */
export interface DrawClock {
  /** Simulated time in ms that the display frame shows. */
  readonly drawTime: number;
  /** Steps per second. */
  readonly rate: number;
  /** Tells the clock of one frame from that of another. Clocks without it are of the same frame. */
  readonly stats?: object | undefined;
}

/** The largest drawn speed, as a multiple of the speed of the entity. */
const MAX_SPEED = 2;

/**
 * Smooth motion of one drawn entity of a `Frame`, however often it is updated. After each update the entity moves from the position where it was drawn last
 * to its new position. So an update that is early or late changes the speed of this motion, and never makes the entity jump.
 *
 * The motion takes the `elapsed` of the update and one step more, as slack for an update that comes late. It takes longer where the entity would
 * otherwise be drawn at more than twice its speed.
 *
 * The entity may come into another `Frame`, for example after a hot reload: the motion continues there from the position where it was drawn last.
 */
export class Interpolation {
  #startedAt = 0;
  #duration = 0;
  #length = 0; // the simulated time of the entity that the motion covers
  #progress = 1; // as returned last …
  #shownAt = 0; // … for this time …
  #stats: object | undefined; // … of the frame that has these statistics

  /**
   * Starts a new motion. Call it in `update`, with the `elapsed` of the update in ms. Returns the {@link progress} of the motion that ends now, which
   * gives the position where the new motion starts.
   *
   * Throws a TypeError if `clock` is not a `Frame` or an object with `drawTime` and `rate`, or if `elapsed` is not a number, and a RangeError if `elapsed`
   * is not a finite number ≥ 0.
   */
  restart(clock: DrawClock, elapsed: number): number {
    checkClock('restart', clock);
    if (!(typeof elapsed === 'number' && elapsed >= 0 && elapsed < Infinity))
      checkNumber('Interpolation.restart: elapsed', elapsed, { min: 0 });
    const { drawTime, rate } = clock;
    const progress = this.progress(clock);
    // Updates between two display frames make one motion, with one step of slack.
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
   * The progress of the motion in the display frame that is being drawn, 0 to 1. It is 1 before the first update. Throws a TypeError if `clock` is not a
   * `Frame` or an object with `drawTime` and `rate`.
   */
  progress(clock: DrawClock): number {
    checkClock('progress', clock);
    if (this.#length === 0) return 1;
    const { drawTime, stats } = clock;
    // In another frame the rest of the motion goes on from where it was drawn last.
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
