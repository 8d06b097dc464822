import { behaviours } from './behaviours.ts';
import { chance } from './chance.ts';
import { boltsPerTurret } from './enemies/turret.ts';
import { createCommitted } from './committed.ts';
import { Entity, longestUpdate, placeEntity } from './entity.ts';
import { entityId } from './entity-id.ts';
import type { Grid } from './grid.ts';
import { Kind, traitsOf } from './kind.ts';
import { applyMutations, createMutations } from './mutation.ts';
import { createNeighbours, moveToBin, removeFromBin } from './neighbours.ts';
import { markChanged, type Surroundings } from './surroundings.ts';

/** One tick of game time in milliseconds. */
export const tickLength: number = 1000 / 60;

/** Where an entity begins. Turrets and crawlers cling to the wall that (normalX, normalY) points away from. */
export interface Spawn {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly normalX?: number;
  readonly normalY?: number;
}

/** A map and who is on it; `spawns` without bolts, which come with their turrets. */
export interface Level {
  readonly grid: Grid;
  readonly spawns: readonly Spawn[];
}

/**
 * A whole game. Advance it by calling `update` for any entities in any order, then `commit`. All players should be
 * updated each tick, enemies as often as the machine allows.
 */
export interface World extends Surroundings {
  readonly level: Level;
  /** By index: players, then enemies. Neither grows nor shrinks. */
  readonly entities: readonly Entity[];
  readonly players: readonly Entity[];
  /** Everyone else, bolts included. */
  readonly enemies: readonly Entity[];
  /** Number of commits so far. */
  tick: number;
  /** Game time of the last commit in milliseconds. */
  time: number;
}

/** A world at its first tick. The same level and seed make the same world. */
export function createWorld(level: Level, seed: number): World {
  const entities = populate(level.spawns, seed);
  const players = entities.filter((entity) => entity.kind === Kind.player);
  const { columns, rows } = level.grid;
  const world: World = {
    level,
    seed,
    grid: level.grid,
    entities,
    players,
    enemies: entities.slice(players.length),
    playerCount: players.length,
    committed: createCommitted(entities.length),
    neighbours: createNeighbours(columns, rows, entities.length),
    mutations: createMutations(entities.length),
    changed: new Int32Array((entities.length + 31) >> 5),
    tick: 0,
    time: 0,
  };
  for (const entity of entities) {
    world.committed.radius[entity.index] = entity.radius;
    publish(world, entity);
  }
  return world;
}

/**
 * Lets an entity live for `elapsed` milliseconds, the time since its own last update. Reads what was committed, writes
 * the entity's own record and posts mutations. Throws a RangeError unless 0 ≤ elapsed ≤ `longestUpdate`.
 */
export function update(world: World, entity: Entity, elapsed: number): void {
  if (!(elapsed >= 0 && elapsed <= longestUpdate)) {
    throw new RangeError(
      `update: elapsed must be 0 to ${longestUpdate} ms, got ${elapsed}; make several updates`,
    );
  }
  rememberForDrawing(world, entity);
  live(world, entity, elapsed);
  markChanged(world, entity.index);
}

/** Ends a tick of `elapsed` milliseconds: applies the mutations and publishes what changed. Costs O(changed entities). */
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
  mutations.count = 0;
  world.tick++;
  world.time += elapsed;
}

function populate(spawns: readonly Spawn[], seed: number): Entity[] {
  const entities: Entity[] = [];
  for (const spawn of inOrder(spawns)) {
    const entity = born(entities, spawn.kind, spawn, seed);
    if (spawn.kind !== Kind.turret) continue;
    for (let i = 0; i < boltsPerTurret; i++) born(entities, Kind.bolt, spawn, seed).active = false;
    entity.faceX = entity.normalX;
    entity.faceY = entity.normalY;
  }
  return entities;
}

function inOrder(spawns: readonly Spawn[]): readonly Spawn[] {
  const isPlayer = (spawn: Spawn): boolean => spawn.kind === Kind.player;
  return [...spawns.filter(isPlayer), ...spawns.filter((spawn) => !isPlayer(spawn))];
}

function born(entities: Entity[], kind: Kind, spawn: Spawn, seed: number): Entity {
  const index = entities.length;
  const entity = new Entity(index, entityId(0, index + 1), kind);
  placeEntity(entity, spawn.x, spawn.y);
  entity.normalX = spawn.normalX ?? 0;
  entity.normalY = spawn.normalY ?? 0;
  entity.phase = chance(seed, entity.id, -1) * traitsOf(kind).decides;
  entities.push(entity);
  return entity;
}

function rememberForDrawing(world: World, entity: Entity): void {
  if (entity.updatedAt === world.time && entity.updates > 0) return;
  entity.px = entity.x;
  entity.py = entity.y;
  entity.previousUpdatedAt = entity.updatedAt;
  entity.updatedAt = world.time;
}

// A decision falls at the exact start of its period whatever the rate of the updates: the update is split there.
function live(world: World, entity: Entity, elapsed: number): void {
  const behaviour = behaviours[entity.kind]!;
  const decision = (entity.epoch + 1) * traitsOf(entity.kind).decides - entity.phase;
  const before = Math.min(elapsed, Math.max(0, decision - entity.localTime));
  const after = elapsed - before;
  entity.updates++;
  if (before > 0) {
    entity.localTime += before;
    entity.seconds = before / 1000;
    behaviour.step(world, entity);
  }
  if (after <= 0) return;
  entity.epoch++;
  behaviour.decide(world, entity);
  entity.localTime += after;
  entity.seconds = after / 1000;
  behaviour.step(world, entity);
}

function publish(world: World, entity: Entity): void {
  const { committed, neighbours } = world;
  const index = entity.index;
  committed.x[index] = entity.x;
  committed.y[index] = entity.y;
  committed.vx[index] = entity.vx;
  committed.vy[index] = entity.vy;
  committed.active[index] = entity.active ? 1 : 0;
  if (entity.active) moveToBin(neighbours, committed, index);
  else removeFromBin(neighbours, index);
}
