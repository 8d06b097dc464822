import type { Entity } from './entity.ts';
import { createGrid, type Grid } from './map/grid.ts';
import type { KindDefinition } from './kind.ts';
import { kindOf } from './kinds.ts';
import type { Spawn } from './level.ts';
import { commit, createWorld, tickLength, update, type World } from './world.ts';

/** An empty room. Everything outside the map is solid. For tests of single enemies. */
export function room(columns: number, rows: number, build?: (grid: Grid) => void): Grid {
  const grid = createGrid(columns, rows);
  build?.(grid);
  return grid;
}

/** A world on a map with a few entities. */
export function worldOf(grid: Grid, ...spawns: Spawn[]): World {
  return createWorld({ grid, spawns }, 1);
}

/** The first entity of a kind. */
export function only<Self extends Entity<object>>(world: World, definition: KindDefinition<Self>): Self {
  const kind = kindOf(definition as unknown as KindDefinition);
  return world.entities.find((entity) => entity.kind === kind) as Entity<object> as Self;
}

/** Updates all enemies for some ticks, by `elapsed` ms in each. Players do not move. */
export function liveTicks(
  world: World,
  ticks: number,
  watch?: () => void,
  elapsed: number = tickLength,
): void {
  for (let tick = 0; tick < ticks; tick++) {
    for (const enemy of world.enemies) update(world, enemy, elapsed);
    commit(world, elapsed);
    watch?.();
  }
}
