import type { Entity } from '../contestants/contestant.ts';
import type { World } from '../scenes/scene-kind.ts';
import type { Life, Lived } from './life.ts';

/** The time between two frames of a display with 60 Hz, in ms. */
export const step = 1000 / 60;

/** Entities may receive this time in ms more than has passed, because schedulers may be some steps ahead. */
const tolerance = 6 * step;

/** Entities live the elapsed time of their updates, but at most `step` / importance in one update. */
export class StepLife implements Life {
  #world: World;
  #startedAt: number;
  #received: Float64Array; // ms, by entity
  #weighted = { lived: 0, passed: 0 };
  #unweighted = { lived: 0, passed: 0 };

  constructor(world: World, startedAt: number) {
    this.#world = world;
    this.#startedAt = startedAt;
    this.#received = new Float64Array(world.entities.length);
  }

  waiting(): readonly Entity[] {
    return this.#world.entities;
  }

  priority(entity: Entity, age: number): number {
    return (age * this.#world.importance(entity)) / step;
  }

  updated(entity: Entity, elapsed: number): void {
    this.#received[entity.index]! += elapsed;
    this.#count(entity, elapsed);
  }

  changed(): void {}

  /** The time since the last update counts as if an update happened at the end. */
  end(at: number): Lived {
    const passed = at - this.#startedAt;
    for (const entity of this.#world.entities) {
      const received = this.#received[entity.index]!;
      if (received > passed + tolerance) {
        throw new Error(
          `Count lived time: the updates of an entity must not add up to more than the ${passed.toFixed(0)} ms that passed, got ${received.toFixed(0)} ms`,
        );
      }
      this.#count(entity, Math.max(0, passed - received));
    }
    return { weighted: shareOf(this.#weighted), unweighted: shareOf(this.#unweighted) };
  }

  #count(entity: Entity, elapsed: number): void {
    const importance = this.#world.importance(entity);
    const lived = Math.min(elapsed, step / importance);
    this.#weighted.lived += importance * lived;
    this.#weighted.passed += importance * elapsed;
    this.#unweighted.lived += lived;
    this.#unweighted.passed += elapsed;
  }
}

function shareOf({ lived, passed }: { readonly lived: number; readonly passed: number }): number {
  return passed === 0 ? 0 : lived / passed;
}
