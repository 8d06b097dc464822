/** The part of a `Frame` that an {@link Interpolation} reads. */
export interface DrawClock {
  /** Simulated time in ms that the display frame shows. */
  readonly drawTime: number;
  /** Steps per second. */
  readonly rate: number;
}

/** The largest drawn speed, as a multiple of the speed of the entity. */
const MAX_SPEED = 2;

/**
 * Smooth motion of one drawn entity of a `Frame`, however often it is updated. After each update the entity moves from the position where it was drawn last
 * to its new position. So an update that is early or late changes the speed of this motion, and never makes the entity jump.
 *
 * The motion takes the `elapsed` of the update and one step more, as slack for an update that comes late. It takes longer where the entity would
 * otherwise be drawn at more than twice its speed.
 */
export class Interpolation {
  #startedAt = 0;
  #duration = 0;
  #length = 0; // the simulated time of the entity that the motion covers

  /**
   * Starts a new motion. Call it in `update`, with the `elapsed` of the update in ms. Returns the {@link progress} of the motion that ends now, which
   * gives the position where the new motion starts.
   */
  restart(clock: DrawClock, elapsed: number): number {
    const { drawTime, rate } = clock;
    const progress = this.progress(clock);
    // Updates between two display frames make one motion, with one step of slack.
    const isFirst = this.#length === 0 || drawTime > this.#startedAt;
    const duration = elapsed + (isFirst ? 1000 / rate : this.#duration);
    this.#length = elapsed + (1 - progress) * this.#length;
    this.#duration = Math.max(duration, this.#length / MAX_SPEED);
    this.#startedAt = drawTime;
    return progress;
  }

  /** The progress of the motion in the display frame that is being drawn, 0 to 1. It is 1 before the first update. */
  progress({ drawTime }: DrawClock): number {
    return this.#length === 0 ? 1 : Math.min((drawTime - this.#startedAt) / this.#duration, 1);
  }
}
