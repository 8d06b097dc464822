import type { EntityAges } from './entity-ages.ts';
import { type EntityUpdates, ROUNDING } from './entity-updates.ts';
import type { FrameState } from '../frame-state.ts';
import type { AlwaysList } from './always-list.ts';

/** Updates the entities of `always` in each step. */
export class AlwaysUpdates<E extends object> {
  #frame: FrameState<E>;
  #list: AlwaysList<E>;
  #ages: EntityAges<E>;
  #updates: EntityUpdates<E>;
  #postponed: Set<E> = new Set(); // entities whose time is still pending because `maxStep` has failed

  constructor(
    frame: FrameState<E>,
    list: AlwaysList<E>,
    { ages, updates }: { ages: EntityAges<E>; updates: EntityUpdates<E> },
  ) {
    this.#frame = frame;
    this.#list = list;
    this.#ages = ages;
    this.#updates = updates;
  }

  /** Updates all entities of `always` for the step that has just begun. */
  make(): void {
    const list = this.#list;
    list.read(this.#frame.options.always, this.#frame.stats.steps, this.#frame.reportError);
    const { count, entities, movedFrom } = list;
    const postponed = this.#postponed.size > 0 ? this.#postponed : undefined;
    const { lastQuery } = this.#ages;
    for (let index = 0; index < count; index++) {
      const entity = entities[index]!;
      if ((index >= movedFrom || postponed?.has(entity)) && !this.#frame.isOver) {
        if (this.#ages.hasMovedAfter(lastQuery, entity)) continue; // the other frame makes this step
        this.#givePendingTime(entity);
      }
      if (this.#frame.isOver) return list.endAt(index);
      this.#updates.makeStep(entity);
    }
    this.#ages.endReadingAlways();
  }

  /** Forgets an entity that has left `always`. Its time stays pending. */
  forget(entity: E): void {
    this.#postponed.delete(entity);
  }

  /** Gives an entity that is new in `always` the time that is pending until this step. Time that needs more than 8 calls of `update` is lost. */
  #givePendingTime(entity: E): void {
    this.#postponed.delete(entity);
    const { entry, pending } = this.#ages.joinAlways(entity);
    if (pending < ROUNDING) return;
    const maxStep = this.#updates.maxStepOf(entity);
    if (!(maxStep > 0)) {
      this.#postponed.add(entity);
      return this.#ages.postpone(entry, pending);
    }
    const { updatedAt } = entry;
    this.#updates.update(entry, pending, maxStep);
    this.#frame.stats.lostTime += (updatedAt - entry.updatedAt) * this.#frame.clock.step;
    entry.updatedAt = updatedAt;
  }
}
