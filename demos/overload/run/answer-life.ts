import type { Entity } from '../contestants/contestant.ts';
import type { World } from '../scenes/scene-kind.ts';
import type { Life, Lived } from './life.ts';

/** A row lives from the update that answers the current text until the next input. At the start no row has an answer. */
export class AnswerLife implements Life {
  #world: World;
  #startedAt: number;
  #now: () => number;
  #answeredAt: Float64Array; // NaN without an answer to the current text
  #lived: Float64Array; // ms, by entity
  #waiting: Entity[] = [];

  constructor(world: World, startedAt: number, now: () => number) {
    this.#world = world;
    this.#startedAt = startedAt;
    this.#now = now;
    this.#answeredAt = new Float64Array(world.entities.length).fill(NaN);
    this.#lived = new Float64Array(world.entities.length);
  }

  waiting(): readonly Entity[] {
    this.#waiting.length = 0;
    for (const entity of this.#world.entities) {
      if (Number.isNaN(this.#answeredAt[entity.index])) this.#waiting.push(entity);
    }
    return this.#waiting;
  }

  /** The importance. The age is irrelevant, because a row that has no answer to the current text lives no longer for having waited. */
  priority(entity: Entity): number {
    return this.#world.importance(entity);
  }

  updated({ index }: Entity): void {
    if (Number.isNaN(this.#answeredAt[index])) this.#answeredAt[index] = this.#now();
  }

  changed(at: number): void {
    for (let i = 0; i < this.#answeredAt.length; i++) {
      const answeredAt = this.#answeredAt[i]!;
      if (!Number.isNaN(answeredAt)) this.#lived[i]! += Math.max(0, at - answeredAt);
    }
    this.#answeredAt.fill(NaN);
  }

  end(at: number): Lived {
    this.changed(at);
    const passed = at - this.#startedAt;
    let weighted = 0;
    let weights = 0;
    let unweighted = 0;
    for (const entity of this.#world.entities) {
      const importance = this.#world.importance(entity);
      weighted += importance * this.#lived[entity.index]!;
      weights += importance;
      unweighted += this.#lived[entity.index]!;
    }
    return {
      weighted: weighted / (weights * passed),
      unweighted: unweighted / (this.#lived.length * passed),
    };
  }
}
