import { isSameList } from './is-same-list.ts';
import { checkObject } from '../../options.ts';

/**
 * The entities that are updated in each step, each once. They are read before the first one is updated: updates may change the application's list. It is
 * compared with that of the last step, which costs less than a set of all entities in each step.
 */
export class AlwaysList<E extends object> {
  /** Changes of the list so far. */
  changes = 0;

  /** Those of this step up to {@link count}. While they are read, what is left of the last step follows. */
  readonly entities: E[] = [];
  /** Number of entities of this step. */
  count = 0;
  /** The entities from this place on were not at their places in the last step. */
  movedFrom: number = Infinity;

  #step = 0;
  #leave: (entity: E, step: number) => void;
  #placeOf: WeakMap<E, number> = new WeakMap(); // of former entities as well
  #missing: Set<E> = new Set(); // removed since the last complete reading

  /** `leave` is told of each entity that loses its place, and of the last step in which it had it. */
  constructor(leave: (entity: E, step: number) => void = () => {}) {
    this.#leave = leave;
  }

  /** Reads the entities of the step of this number. Members that are no objects, and the error of an iterable that throws, go to `report`. */
  read(entities: Iterable<E>, step: number, report: (error: unknown) => void): void {
    this.#step = step;
    this.movedFrom = Infinity;
    this.count = this.entities.length;
    if (isSameList(this.entities, entities) || this.#readAll(entities, report)) this.#missing.clear();
  }

  /**
   * Whether `entity` has lost its place, but may still be in the application's list: the iterable has thrown an error before the end, or the step has
   * ended early. Such an entity has left only when a complete reading does not find it.
   */
  isMissing(entity: E): boolean {
    return this.#missing.size > 0 && this.#missing.has(entity);
  }

  /** Returns false if the iterable throws. */
  #readAll(entities: Iterable<E>, report: (error: unknown) => void): boolean {
    this.count = 0;
    try {
      for (const entity of entities) this.#add(entity, report);
      this.#forgetRest();
      return true;
    } catch (error) {
      this.#forgetRest();
      report(error);
      return false;
    }
  }

  #add(entity: E, report: (error: unknown) => void): void {
    if (this.entities[this.count] === entity) return void this.count++;
    try {
      checkObject('Frame: a member of always', entity);
    } catch (error) {
      return report(error);
    }
    if (this.#placeOf.get(entity)! < this.count && this.has(entity)) return; // twice in the list
    this.#forgetRest();
    this.movedFrom = Math.min(this.movedFrom, this.count);
    this.#placeOf.set(entity, this.count);
    this.entities.push(entity);
    this.count++;
    this.changes++;
  }

  /** Forgets the entities of the last step that are not at their places in this one. */
  #forgetRest(): void {
    if (this.entities.length === this.count) return;
    for (const entity of this.entities.splice(this.count)) {
      this.#missing.add(entity);
      this.#leave(entity, this.#step - 1);
    }
    this.changes++;
  }

  /** The step has ended early: the entities from `place` on have not been updated in it. */
  endAt(place: number): void {
    this.count = place;
    this.#forgetRest();
  }

  /** Whether `entity` is in the list of the last step. */
  has(entity: E): boolean {
    if (this.entities.length === 0) return false;
    const place = this.#placeOf.get(entity);
    return place !== undefined && this.entities[place] === entity;
  }
}
