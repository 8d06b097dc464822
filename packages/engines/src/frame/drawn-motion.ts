import { type Frame, Interpolation } from '@doha/loop';
import type { NumberAccess } from './number-name.ts';

/** The motion of one entity between its updates: its true numbers, and the interpolated ones that it has while it is drawn. */
export class DrawnMotion<E extends object> {
  readonly entity: E;
  /** Whether the entity may be drawn at numbers that differ from the true ones. */
  isMoving = false;
  /** The next update moves the entity without animation. */
  isSnapped = false;
  #numbers: readonly NumberAccess[];
  #frame: Frame<E>;
  #interpolation: Interpolation = new Interpolation();
  #true: number[];
  #from: number[]; // numbers where the motion to the true ones starts
  #drawn: number[]; // numbers in the last display frame
  #expected: number[]; // numbers that the entity has, unless something other than its update has changed them
  #isShown = false; // the entity has the drawn numbers
  #steppedIn = -1; // number of the last step that updated the entity in `always`; -1 if its last update was one of `entities`

  /** Throws an error if the entity cannot be read, and a TypeError if a number is none. */
  constructor(entity: E, numbers: readonly NumberAccess[], frame: Frame<E>) {
    this.entity = entity;
    this.#numbers = numbers;
    this.#frame = frame;
    this.#true = numbers.map(({ read }) => read(entity) as number);
    this.#from = this.#true.slice();
    this.#drawn = this.#true.slice();
    this.#expected = this.#true.slice();
  }

  /** Gives the entity its true numbers. A number that the application has changed since it was drawn is a true number. */
  restore(): void {
    for (let i = 0; i < this.#numbers.length; i++) {
      if (this.#adopt(i) || !this.#isShown) continue;
      this.#write(i, this.#true[i]!);
    }
    this.#isShown = false;
  }

  /** Starts the motion to the numbers after an update by `elapsed` ms, which has followed {@link restore}. */
  moved(elapsed: number): void {
    const { stats } = this.#frame;
    const isAlways = this.#frame.ageOf(this.entity) === undefined;
    if (!isAlways) this.#interpolation.restart(this.#frame, elapsed);
    this.#steppedIn = isAlways ? stats.steps : -1;
    for (let i = 0; i < this.#numbers.length; i++) {
      const { read, turn } = this.#numbers[i]!;
      const now = read(this.entity) as number;
      const from = isAlways ? this.#true[i]! : this.#drawn[i]!;
      this.#from[i] = this.isSnapped ? now : turn > 0 ? nearestAngle(from, now, turn) : from;
      this.#true[i] = this.#expected[i] = now;
    }
    this.isMoving = true;
    this.isSnapped = false;
  }

  /** Gives the entity the numbers for the display frame. */
  show(): void {
    const progress = this.#progress;
    this.isMoving = progress < 1;
    this.#isShown = this.isMoving;
    for (let i = 0; i < this.#numbers.length; i++) {
      if (this.#adopt(i)) continue;
      const to = this.#true[i]!;
      const from = this.#from[i]!;
      this.#write(i, progress < 1 && from !== to ? from + (to - from) * progress : to);
      this.#drawn[i] = this.#expected[i]!;
    }
  }

  /** From 0, where the motion starts, to 1, the true numbers. */
  get #progress(): number {
    if (this.#steppedIn < 0) return this.#interpolation.progress(this.#frame);
    return this.#steppedIn === this.#frame.stats.steps ? this.#frame.alpha : 1; // 1: it has left `always`
  }

  /** Whether something other than an update has changed the number. Then it is true, and there is no motion to it. */
  #adopt(i: number): boolean {
    const now = this.#numbers[i]!.read(this.entity) as number;
    if (Object.is(now, this.#expected[i])) return false;
    this.#true[i] = this.#from[i] = this.#drawn[i] = this.#expected[i] = now;
    return true;
  }

  /** Reads the number back, because setters and typed arrays may round it. */
  #write(i: number, value: number): void {
    const { read, write } = this.#numbers[i]!;
    if (Object.is(value, this.#expected[i])) return;
    write(this.entity, value);
    this.#expected[i] = read(this.entity) as number;
  }
}

/**
 * The angle equal to `from` that is nearest to `to`. Engines that keep angles within one turn jump by a turn, and the motion must not follow that jump. Angles
 * beyond a turn are counted on by the application, so their motion may be longer than half a turn.
 */
function nearestAngle(from: number, to: number, turn: number): number {
  const isOnTurn = Math.abs(from) <= turn && Math.abs(to) <= turn;
  return isOnTurn ? from + Math.round((to - from) / turn) * turn : from;
}
