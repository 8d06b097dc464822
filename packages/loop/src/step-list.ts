import { checkObject } from './options.ts';

/**
 * The entities that are updated in each step, each once. The list is compared with that of the last step, which costs less than a set of all entities
 * in each step.
 */
export class StepList<E extends object> {
  /** Changes of the list so far. */
  changes = 0;

  #entities: E[] = []; // of the last step; up to #count those of this step
  #count = 0;
  #step = 0;
  #lastStepOf: WeakMap<E, number> = new WeakMap(); // of entities that have left
  #placeOf: WeakMap<E, number> = new WeakMap(); // of former entities as well

  /** Begins the step of this number. */
  begin(step: number): void {
    this.#step = step;
    this.#count = 0;
  }

  /** Adds the next entity of the step. Returns false if the step has it already. Throws a TypeError if it is not an object. */
  add(entity: E): boolean {
    if (this.#entities[this.#count] === entity) this.#count++;
    else {
      checkObject('Frame: a member of always', entity);
      if (this.#placeOf.get(entity)! < this.#count && this.has(entity)) return false;
      this.end();
      this.#placeOf.set(entity, this.#count);
      this.#entities.push(entity);
      this.#count++;
      this.changes++;
    }
    return true;
  }

  /** Ends the step: forgets the entities that were not added in it. */
  end(): void {
    if (this.#entities.length === this.#count) return;
    for (const entity of this.#entities.splice(this.#count)) this.#lastStepOf.set(entity, this.#step - 1);
    this.changes++;
  }

  /** The number of the step after which `entity` lost its place in the list; undefined if it never did. */
  lastStepOf(entity: E): number | undefined {
    return this.#lastStepOf.get(entity);
  }

  /** Steps have other numbers from now on. */
  forget(): void {
    this.#lastStepOf = new WeakMap();
  }

  /** Whether `entity` is in the list of the last step. */
  has(entity: E): boolean {
    if (this.#entities.length === 0) return false;
    const place = this.#placeOf.get(entity);
    return place !== undefined && this.#entities[place] === entity;
  }
}
