import type { Columns, Replica, Schema } from '@doha/multiproc/shared';
import { step } from '../game/game.ts';
import type { Entity } from '../world/entity.ts';
import type { Slot } from '../world/kind.ts';
import { createEntity, Kind, memoryAt, setMemoryAt } from '../world/kinds.ts';
import { publish } from '../world/publish.ts';
import { Robot } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** The columns of an enemy that the updates of its neighbors read, also in other threads. */
export const neighborSchema = {
  /** x, y, vx, vy. */
  motion: 'vec4',
  active: 'u8',
  /** The tick in which the row was written. */
  writtenIn: 'u32',
} as const satisfies Schema;

/**
 * The columns of an enemy that are published in each step in which the enemy changes. Updates of
 * its neighbors read the columns of `neighborSchema`. Drawing also reads the other columns. There
 * are few columns, with several numbers each, because most of the cost of a row is cache misses.
 */
export const visibleSchema = {
  ...neighborSchema,
  /** px, py, faceX, faceY. */
  pose: 'vec4',
  normal: 'vec2',
  /** Ticks of the last update and of the one before. */
  times: 'vec2',
  updates: 'u32',
} as const satisfies Schema;

const constant = new Set(['index', 'kind', 'friend', 'radius', 'color', 'minRate', 'speed', 'memory']);
const visible = ['x', 'y', 'vx', 'vy', 'px', 'py', 'faceX', 'faceY', 'normalX', 'normalY'];
const visibleConverted = ['updatedAt', 'previousUpdatedAt', 'active', 'updates'];
const entityFields = Object.keys(createEntity(0, 0, Kind.player)).filter((name) => !constant.has(name));
const hiddenFields = entityFields.filter((name) => ![...visible, ...visibleConverted].includes(name));

// The memory of an entity is published by slot, because the names of its fields depend on the kind.
const slots: readonly Slot[] = [0, 1, 2, 3];
const memoryColumns = slots.map((slot) => `memory${slot}`);

// The held keys have a table of their own, see `keysSchema`.
const robotFields = Object.keys(new Robot()).filter((name) => name !== 'held');

/**
 * The state of an enemy that `visibleSchema` does not contain. It is read only if the thread that
 * owns the enemy is lost or stops.
 */
export const backupSchema: Schema = schemaOf([...hiddenFields, ...memoryColumns]);

/** The state of a player and its robot. */
export const playerSchema: Schema = schemaOf([...entityFields, ...memoryColumns, ...robotFields]);

/**
 * The held keys of a robot, see `Key`. They are in a table because a busy thread reads a table when
 * a step begins, while a message would wait in the queue of the thread.
 */
export const keysSchema = { held: 'u8' } as const satisfies Schema;

/** Columns in which every field is a number. */
type Numbers = Columns<Schema>;

export function writeVisible(
  { active, motion, normal, pose, times, updates, writtenIn }: Columns<typeof visibleSchema>,
  row: number,
  enemy: Entity,
  tick: number,
): void {
  motion[4 * row] = enemy.x;
  motion[4 * row + 1] = enemy.y;
  motion[4 * row + 2] = enemy.vx;
  motion[4 * row + 3] = enemy.vy;
  pose[4 * row] = enemy.px;
  pose[4 * row + 1] = enemy.py;
  pose[4 * row + 2] = enemy.faceX;
  pose[4 * row + 3] = enemy.faceY;
  normal[2 * row] = enemy.normalX;
  normal[2 * row + 1] = enemy.normalY;
  times[2 * row] = Math.round(enemy.updatedAt / step);
  times[2 * row + 1] = Math.round(enemy.previousUpdatedAt / step);
  active[row] = Number(enemy.active);
  updates[row] = enemy.updates;
  writtenIn[row] = tick;
}

export function readVisible(
  { active, motion, normal, pose, times, updates }: Columns<typeof visibleSchema>,
  row: number,
  enemy: Entity,
): void {
  enemy.x = motion[4 * row]!;
  enemy.y = motion[4 * row + 1]!;
  enemy.vx = motion[4 * row + 2]!;
  enemy.vy = motion[4 * row + 3]!;
  enemy.px = pose[4 * row]!;
  enemy.py = pose[4 * row + 1]!;
  enemy.faceX = pose[4 * row + 2]!;
  enemy.faceY = pose[4 * row + 3]!;
  enemy.normalX = normal[2 * row]!;
  enemy.normalY = normal[2 * row + 1]!;
  enemy.updatedAt = times[2 * row]! * step;
  enemy.previousUpdatedAt = times[2 * row + 1]! * step;
  enemy.active = active[row] === 1;
  enemy.updates = updates[row]!;
}

export function writeBackup(columns: Numbers, row: number, enemy: Entity): void {
  write(columns, row, enemy, hiddenFields);
  writeMemory(columns, row, enemy);
}

export function readBackup(columns: Numbers, row: number, enemy: Entity): void {
  read(columns, row, enemy, hiddenFields);
  readMemory(columns, row, enemy);
}

export function writePlayer(columns: Numbers, row: number, player: Entity, robot: Robot): void {
  write(columns, row, player, entityFields);
  writeMemory(columns, row, player);
  write(columns, row, robot, robotFields);
}

/** Applies the newest snapshots of the players to a world. */
export function applyPlayers({ parts }: Replica<Schema>, world: World): void {
  for (const { columns, count, ids } of parts) {
    for (let row = 0; row < count; row++) {
      const player = world.entities[ids[row]! - 1]!;
      read(columns, row, player, entityFields);
      readMemory(columns, row, player);
      player.active = columns['active']![row] === 1;
      read(columns, row, world.robots[player.index]!, robotFields);
      publish(world, player);
    }
  }
}

function write(columns: Numbers, row: number, record: object, fields: readonly string[]): void {
  for (const field of fields) columns[field]![row] = Number((record as Record<string, unknown>)[field]);
}

function read(columns: Numbers, row: number, record: object, fields: readonly string[]): void {
  for (const field of fields) (record as Record<string, number>)[field] = columns[field]![row]!;
}

function writeMemory(columns: Numbers, row: number, entity: Entity): void {
  for (const slot of slots) columns[memoryColumns[slot]!]![row] = memoryAt(entity, slot);
}

function readMemory(columns: Numbers, row: number, entity: Entity): void {
  for (const slot of slots) setMemoryAt(entity, slot, columns[memoryColumns[slot]!]![row]!);
}

function schemaOf(fields: readonly string[]): Schema {
  return Object.fromEntries(fields.map((field) => [field, 'f64']));
}
