import type { Frame } from '@doha/loop';
import { mustBe } from '@doha/loop/options';
import { DrawnMotion } from './drawn-motion.ts';
import { accessTo, type NumberAccess } from './number-name.ts';

/**
 * Draws entities smoothly, however often they are updated: between display frames, numbers of the entities are interpolated. While steps and updates run,
 * all entities have their true numbers.
 */
export class Smoothing<E extends object> {
  #names: readonly string[];
  #numbers: readonly NumberAccess[];
  #frame: Frame<E>;
  #report: (error: unknown) => void;
  #motions: WeakMap<E, DrawnMotion<E>> = new WeakMap();
  #moving: DrawnMotion<E>[] = [];
  #hasReported = false; // a number that is missing in one entity is usually missing in all of them

  constructor(names: readonly string[], frame: Frame<E>, report: (error: unknown) => void) {
    this.#names = names;
    this.#numbers = names.map(accessTo);
    this.#frame = frame;
    this.#report = report;
  }

  /** Gives all entities their true numbers. */
  restore(): void {
    this.#forEachMoving((motion) => motion.restore());
  }

  /** Gives all entities the numbers for the display frame. */
  show(): void {
    this.#forEachMoving((motion) => motion.show());
  }

  /** Calls `update` for an entity with its true numbers, and starts the motion to the new ones. */
  update(entity: E, elapsed: number, update: (entity: E, elapsed: number) => unknown): unknown {
    const motion = this.#motionOf(entity);
    if (motion === undefined) return update(entity, elapsed);
    motion.restore();
    try {
      return update(entity, elapsed);
    } finally {
      this.#moved(motion, elapsed);
    }
  }

  /** Ends the motion of an entity, and that to the numbers of an update that is running. */
  snap(entity: E): void {
    const motion = this.#motionOf(entity);
    if (motion !== undefined) motion.isSnapped = true;
  }

  #moved(motion: DrawnMotion<E>, elapsed: number): void {
    const { isMoving } = motion;
    motion.moved(elapsed);
    if (!isMoving) this.#moving.push(motion);
  }

  /** Calls `action`, and keeps the motions that have not ended. */
  #forEachMoving(action: (motion: DrawnMotion<E>) => void): void {
    const moving = this.#moving;
    let kept = 0;
    for (const motion of moving) {
      try {
        action(motion);
      } catch {
        motion.isMoving = false; // the engine has taken the entity apart, such as a destroyed sprite of Pixi
      }
      if (motion.isMoving) moving[kept++] = motion;
    }
    moving.length = kept;
  }

  /** The motion of an entity; undefined if one of its numbers cannot be read. */
  #motionOf(entity: E): DrawnMotion<E> | undefined {
    const known = this.#motions.get(entity);
    if (known !== undefined) return known;
    try {
      this.#numbers.forEach(({ read }, i) => checkRead(this.#names[i]!, read(entity)));
      const motion = new DrawnMotion(entity, this.#numbers, this.#frame);
      this.#motions.set(entity, motion);
      return motion;
    } catch (error) {
      if (!this.#hasReported) this.#report(error);
      this.#hasReported = true;
      return undefined;
    }
  }
}

function checkRead(name: string, value: unknown): void {
  if (typeof value !== 'number')
    throw new TypeError(mustBe(`EngineFrame: smooth: ${name} of an entity`, 'a number', value));
}
