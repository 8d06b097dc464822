import { assignEntity, copyEntity, type Entity } from './entity.ts';
import { Robot } from './robot/robot.ts';
import type { World } from './world.ts';

/** A copy of the changeable state of a world between two ticks. */
export interface WorldState {
  readonly entities: readonly Entity[];
  readonly robots: readonly Robot[];
  readonly tables: readonly Table[];
  readonly numbers: readonly number[];
}

type Table = Float64Array | Int32Array | Uint8Array | Int8Array;

/**
 * Copies the state of a world, but only the given ones of its entities. To be called only between a
 * commit and the next update.
 */
export function copyState(world: World, entities: readonly Entity[] = world.entities): WorldState {
  return {
    entities: entities.map(copyEntity),
    robots: world.robots.map((robot) => Object.assign(new Robot(), robot)),
    tables: tablesOf(world).map((table) => table.slice()),
    numbers: [world.tick, world.time, ...stageNumbers.map((name) => world.stage[name])],
  };
}

/** Restores a state of a world with the same level and seed. Entities that are not in the state stay as they are. */
export function restoreState(world: World, state: WorldState): void {
  for (const entity of state.entities) assignEntity(world.entities[entity.index]!, entity);
  for (const [i, robot] of world.robots.entries()) Object.assign(robot, state.robots[i]);
  for (const [i, table] of tablesOf(world).entries()) table.set(state.tables[i]!);
  [world.tick, world.time] = state.numbers as [number, number];
  for (const [i, name] of stageNumbers.entries()) world.stage[name] = state.numbers[2 + i]!;
}

const stageNumbers = ['checkpoint', 'lostFor', 'stillFor', 'falls', 'rewinds', 'wonAt'] as const;

function tablesOf({ committed, grid, neighbors, robotGrids, stage }: World): Table[] {
  return [
    committed.x,
    committed.y,
    committed.vx,
    committed.vy,
    committed.active,
    committed.crouching,
    committed.looks,
    committed.burden,
    neighbors.first,
    neighbors.next,
    neighbors.previous,
    neighbors.binOf,
    grid.cells,
    ...robotGrids.map(({ cells }) => cells),
    stage.open,
    stage.pressed,
    stage.flipped,
    stage.taken,
    stage.returnX,
    stage.returnY,
  ];
}
