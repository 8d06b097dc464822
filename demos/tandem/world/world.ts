import { chance } from './chance.ts';
import { createCommitted } from './committed.ts';
import { copyEntity, type Entity, placeEntity } from './entity.ts';
import { entityId } from './entity-id.ts';
import { Cell, copyGrid } from './map/grid.ts';
import { createEntity, Kind, maxStepOf, traitsOf } from './kinds.ts';
import type { Level, Spawn } from './level.ts';
import { applyMutations, createMutations } from './mutation.ts';
import { createNeighbors } from './neighbors.ts';
import { publish } from './publish.ts';
import { Robot } from './robot/robot.ts';
import { changeStage, createStage, setDoorCells } from './stage.ts';
import { markChanged, type Surroundings } from './surroundings.ts';

/** Duration of a tick of game time in ms. */
export const tickLength: number = 1000 / 60;

/**
 * A whole game. A tick calls `update` for any entities in any order, then `commit`. Players are updated in each tick, enemies as often as time
 * permits.
 */
export interface World extends Surroundings {
  readonly level: Level;
  /** By index: players, then enemies. The number is constant. */
  readonly entities: readonly Entity[];
  readonly players: readonly Entity[];
  /** All other entities, including missiles. */
  readonly enemies: readonly Entity[];
  /** Copies of all entities in their initial state. */
  readonly initial: readonly Entity[];
  /** Number of commits so far. */
  tick: number;
  /** Game time of the last commit in ms. */
  time: number;
}

/** Creates a world at its first tick. The same level and seed create the same world. */
export function createWorld(level: Level, seed: number): World {
  const entities = populate(level.spawns, seed);
  const players = entities.filter((entity) => entity.kind === Kind.player);
  const grid = copyGrid(level.grid);
  const world: World = {
    level,
    seed,
    isScripted: level.isScripted === true,
    grid,
    robotGrids: players.map(({ index }) => copyGrid(grid, index === 0 ? Cell.firstVeil : Cell.secondVeil)),
    entities,
    players,
    robots: players.map(() => new Robot()),
    enemies: entities.slice(players.length),
    initial: entities.map(copyEntity),
    playerCount: players.length,
    deadliness: Uint8Array.from(entities, ({ kind, friend }) =>
      traitsOf(kind).isDeadly ? 3 & ~(friend < 0 ? 0 : 1 << friend) : 0,
    ),
    stage: createStage(level, players),
    committed: createCommitted(entities.length, players.length),
    neighbors: createNeighbors(grid.columns, grid.rows, entities.length),
    mutations: createMutations(entities.length),
    changed: new Int32Array((entities.length + 31) >> 5),
    tick: 0,
    time: 0,
  };
  for (const { cells, isOpen } of level.doors ?? []) setDoorCells([grid, ...world.robotGrids], cells, isOpen);
  for (const entity of entities) {
    world.committed.radius[entity.index] = entity.radius;
    publish(world, entity);
  }
  return world;
}

/**
 * Updates an entity by `elapsed` ms, the time since its own last update, in as few steps as its kind allows. Reads the committed state, and writes
 * the record of the entity and mutations. Throws a RangeError unless `elapsed` is a finite number ≥ 0.
 */
export function update(world: World, entity: Entity, elapsed: number): void {
  if (!(elapsed >= 0 && elapsed < Infinity)) {
    throw new RangeError(`update: elapsed must be a finite number of ms ≥ 0, got ${elapsed}`);
  }
  savePreviousPosition(world, entity);
  if (world.stage.stillFor > 0) return;
  // `elapsed` is a sum of steps. Its rounding error must not lead to an additional step.
  const steps = Math.max(1, Math.ceil(elapsed / maxStepOf(entity.kind) - 1e-9));
  for (let step = 0; step < steps; step++) live(world, entity, elapsed / steps);
  markChanged(world, entity.index);
}

/** Whether an entity was updated since the last commit. A rewind is part of a commit: an entity that was only rewound was not updated. */
export function wasUpdated({ time }: World, { updatedAt, updates }: Entity): boolean {
  return updatedAt === time && updates > 0;
}

/** Ends a tick of `elapsed` ms: applies the mutations and publishes all changes. Costs O(changed entities). */
export function commit(world: World, elapsed: number = tickLength): void {
  const { changed, entities, mutations } = world;
  for (let word = 0; word < changed.length; word++) {
    let bits = changed[word]!;
    changed[word] = 0;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      const entity = entities[word * 32 + bit]!;
      applyMutations(mutations, entity);
      publish(world, entity);
    }
  }
  endTick(world, elapsed);
}

/** Ends a tick after all changes are published: advances time and changes the stage. */
export function endTick(world: World, elapsed: number = tickLength): void {
  world.mutations.count = 0;
  world.tick++;
  world.time += elapsed;
  if (!world.isScripted) changeStage(world);
}

function populate(spawns: readonly Spawn[], seed: number): Entity[] {
  const entities: Entity[] = [];
  for (const spawn of inOrder(spawns)) {
    const entity = addEntity(entities, spawn.kind, spawn, seed);
    entity.faceX = entity.normalX === 0 && entity.normalY === 0 ? 1 : entity.normalX;
    entity.faceY = entity.normalY;
  }
  return entities;
}

function inOrder(spawns: readonly Spawn[]): readonly Spawn[] {
  const isPlayer = (spawn: Spawn): boolean => spawn.kind === Kind.player;
  return [...spawns.filter(isPlayer), ...spawns.filter((spawn) => !isPlayer(spawn))];
}

// Adds an entity and the entities that come with it.
function addEntity(entities: Entity[], kind: Kind, spawn: Spawn, seed: number): Entity {
  const index = entities.length;
  const { brings, decisionPeriod, isMissile, memory } = traitsOf(kind);
  const entity = createEntity(index, entityId(0, index + 1), kind, spawn.friend);
  placeEntity(entity, memory, spawn.x, spawn.y);
  entity.normalX = spawn.normalX ?? 0;
  entity.normalY = spawn.normalY ?? 0;
  entity.phase = chance(seed, entity.id, -1) * decisionPeriod;
  entity.active = !isMissile;
  entities.push(entity);
  for (const brought of brings) addEntity(entities, brought, spawn, seed);
  return entity;
}

function savePreviousPosition(world: World, entity: Entity): void {
  if (wasUpdated(world, entity)) return;
  entity.px = entity.x;
  entity.py = entity.y;
  entity.previousUpdatedAt = entity.updatedAt;
  entity.updatedAt = world.time;
}

// A decision is made exactly at the start of its period, at any update rate: the update is split there.
function live(world: World, entity: Entity, elapsed: number): void {
  const behavior = traitsOf(entity.kind);
  const decision = (entity.decisionIndex + 1) * behavior.decisionPeriod - entity.phase;
  const before = Math.min(elapsed, Math.max(0, decision - entity.localTime));
  const after = elapsed - before;
  entity.updates++;
  if (before > 0) {
    entity.localTime += before;
    entity.seconds = before / 1000;
    behavior.step(world, entity);
  }
  if (after <= 0) return;
  entity.decisionIndex++;
  behavior.decide(world, entity);
  entity.localTime += after;
  entity.seconds = after / 1000;
  behavior.step(world, entity);
}
