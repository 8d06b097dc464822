import type { Columns, Replica, Schema } from '@doha/multiproc/shared';
import { step } from '../game.ts';
import { Entity } from '../world/entity.ts';
import { Kind } from '../world/kind.ts';
import { publish } from '../world/publish.ts';
import { Robot } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** What others' updates see of an enemy. */
export const seenSchema = {
  /** Where it is, and how fast: x, y, vx, vy. */
  place: 'vec4',
  active: 'u8',
  /** The tick in which the row was written. */
  shownIn: 'u32',
} as const satisfies Schema;

/** What of an enemy is shared in each step in which it changes: what is seen of it, and what is drawn. Few columns cost few misses of caches. */
export const shownSchema = {
  ...seenSchema,
  /** Where it was before, and where it looks: px, py, faceX, faceY. */
  pose: 'vec4',
  normal: 'vec2',
  /** Ticks of its last update and of the one before. */
  times: 'vec2',
  updates: 'u32',
} as const satisfies Schema;

const constant = new Set(['index', 'kind', 'friend', 'radius', 'colour', 'minRate', 'speed']);
const shown = ['x', 'y', 'vx', 'vy', 'px', 'py', 'faceX', 'faceY', 'normalX', 'normalY'];
const shownOtherwise = ['updatedAt', 'previousUpdatedAt', 'active', 'updates'];

const entityFields = Object.keys(new Entity(0, 0, Kind.player)).filter((name) => !constant.has(name));
const hiddenFields = entityFields.filter((name) => ![...shown, ...shownOtherwise].includes(name));
// Each thread that is told what a robot's keys are has them from there.
const robotFields = Object.keys(new Robot()).filter((name) => name !== 'held');

/** All else that changes of an enemy, to go on with it where its thread is no more. */
export const keptSchema: Schema = schemaOf(hiddenFields);
/** All that changes of a player. */
export const playerSchema: Schema = schemaOf([...entityFields, ...robotFields]);

/** What a player is told, see `joinHeld`. In a table it reaches a thread that is busy, where a message would wait. */
export const keysSchema = { held: 'u8' } as const satisfies Schema;

/** Rows of all numbers. */
type Numbers = Columns<Schema>;

export function writeShown(
  { active, normal, place, pose, shownIn, times, updates }: Columns<typeof shownSchema>,
  row: number,
  enemy: Entity,
  tick: number,
): void {
  place[4 * row] = enemy.x;
  place[4 * row + 1] = enemy.y;
  place[4 * row + 2] = enemy.vx;
  place[4 * row + 3] = enemy.vy;
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
  shownIn[row] = tick;
}

export function readShown(
  { active, normal, place, pose, times, updates }: Columns<typeof shownSchema>,
  row: number,
  enemy: Entity,
): void {
  enemy.x = place[4 * row]!;
  enemy.y = place[4 * row + 1]!;
  enemy.vx = place[4 * row + 2]!;
  enemy.vy = place[4 * row + 3]!;
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

export function writeKept(columns: Numbers, row: number, enemy: Entity): void {
  write(columns, row, enemy, hiddenFields);
}

export function readKept(columns: Numbers, row: number, enemy: Entity): void {
  read(columns, row, enemy, hiddenFields);
}

export function writePlayer(columns: Numbers, row: number, player: Entity, robot: Robot): void {
  write(columns, row, player, entityFields);
  write(columns, row, robot, robotFields);
}

/** Brings the players of a world to what the newest snapshots say. */
export function followPlayers({ parts }: Replica<Schema>, world: World): void {
  for (const { columns, count, ids } of parts) {
    for (let row = 0; row < count; row++) {
      const player = world.entities[ids[row]! - 1]!;
      read(columns, row, player, entityFields);
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

function schemaOf(fields: readonly string[]): Schema {
  return Object.fromEntries(fields.map((field) => [field, 'f64']));
}
