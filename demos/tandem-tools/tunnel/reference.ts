import { step } from '../../tandem/game/game.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { commit, createWorld, update, type World } from '../../tandem/world/world.ts';

export interface ReferenceOptions {
  readonly enemies: number;
  readonly seed: number;
  /** Game times in ms, ascending. */
  readonly times: readonly number[];
}

/** The positions of all entities at one time, by entity, in cells. */
export interface Positions {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/**
 * The positions of all entities on a machine that is fast enough to update each of them 60 times
 * per second. The snapshots of a recording are compared with them. Positions between two steps are
 * interpolated. Throws a RangeError unless the times ascend from 0.
 */
export function referencePositions({ enemies, seed, times }: ReferenceOptions): Positions[] {
  const world = createWorld(createTunnel(enemies, seed), seed);
  let before = positionsOf(world);
  return times.map((time, i) => {
    if (!(time >= (times[i - 1] ?? 0))) {
      throw new RangeError(
        `referencePositions: times must rise from 0, got ${times[i - 1]} and then ${time}`,
      );
    }
    while (world.time < time) {
      if (world.time + step >= time) before = positionsOf(world);
      makeStep(world);
    }
    return between(before, positionsOf(world), 1 - (world.time - time) / step);
  });
}

function makeStep(world: World): void {
  commit(world, step);
  for (const entity of world.entities) update(world, entity, step);
}

function positionsOf({ entities }: World): Positions {
  return {
    x: Float32Array.from(entities, (entity) => entity.x),
    y: Float32Array.from(entities, (entity) => entity.y),
  };
}

function between(before: Positions, after: Positions, fraction: number): Positions {
  const blend = (from: Float32Array, to: Float32Array): Float32Array =>
    from.map((value, i) => value + (to[i]! - value) * fraction);
  return { x: blend(before.x, after.x), y: blend(before.y, after.y) };
}
