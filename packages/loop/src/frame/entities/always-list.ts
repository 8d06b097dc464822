import { isSameList } from './is-same-list.ts';
import { checkObject } from '../../options.ts';

/**
 * The entities of `always`, each once. The list is read before the first update of a step, because updates may change the application's list. It is compared
 * with the list of the last step, which is cheaper than building a set of all entities in each step.
 */
export class AlwaysList<E extends object> {
  /** Number of changes of the list so far. */
  changes = 0;

  /** The entities of this step, up to {@link count}. While the application's list is read, the elements from `count` on are those of the previous step. */
  readonly entities: E[] = [];
  /** Number of entities of this step. */
  count = 0;
  /**
   * Whether this list may lack entities of the application's list, because the iterable has thrown an error or the step has ended early.
   * Such an entity has left only if a complete reading does not find it.
   */
  isIncomplete = false;
  /** The entities from this index on were not at the same index in the last step. */
  movedFrom: number = Infinity;

  #step = 0;
  #onLeave: (entity: E, step: number) => void;
  #indexOf: WeakMap<E, number> = new WeakMap(); // includes former entities

  /** `onLeave` is called with each entity that is removed, and with the number of its last step in the list. */
  constructor(onLeave: (entity: E, step: number) => void = () => {}) {
    this.#onLeave = onLeave;
  }

  /** Reads the list for the step with this number. Errors about members that are not objects, and errors that the iterable throws, go to `report`. */
  read(entities: Iterable<E>, step: number, report: (error: unknown) => void): void {
    this.#step = step;
    this.movedFrom = Infinity;
    this.count = this.entities.length;
    this.isIncomplete = !isSameList(this.entities, entities) && !this.#readAll(entities, report);
  }

  /** Returns false if the iterable throws. */
  #readAll(entities: Iterable<E>, report: (error: unknown) => void): boolean {
    this.count = 0;
    try {
      for (const entity of entities) this.#add(entity, report);
      this.#removeRest();
      return true;
    } catch (error) {
      this.#removeRest();
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
    if (this.#indexOf.get(entity)! < this.count && this.has(entity)) return; // listed twice
    this.#removeRest();
    this.movedFrom = Math.min(this.movedFrom, this.count);
    this.#indexOf.set(entity, this.count);
    this.entities.push(entity);
    this.count++;
    this.changes++;
  }

  /** Removes the rest of the last step's list, which follows the entities read so far. */
  #removeRest(): void {
    if (this.entities.length === this.count) return;
    for (const entity of this.entities.splice(this.count)) this.#onLeave(entity, this.#step - 1);
    this.changes++;
  }

  /** Ends the step early: the entities from `index` on are not updated in it. */
  endAt(index: number): void {
    this.count = index;
    this.isIncomplete = true;
    this.#removeRest();
  }

  /** Whether `entity` is in this list. */
  has(entity: E): boolean {
    if (this.entities.length === 0) return false;
    const index = this.#indexOf.get(entity);
    return index !== undefined && this.entities[index] === entity;
  }
}
