import type { Columns, Replica, Schema } from '@doha/multiproc';
import { Entity } from '../world/entity.ts';
import { Kind } from '../world/kind.ts';
import { publish } from '../world/publish.ts';
import { Robot } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** What of an enemy is shared in each step: what others' updates see, and what is drawn. */
export const shownSchema = {
  x: 'f64',
  y: 'f64',
  vx: 'f64',
  vy: 'f64',
  px: 'f32',
  py: 'f32',
  faceX: 'f32',
  faceY: 'f32',
  normalX: 'f32',
  normalY: 'f32',
  updatedAt: 'f64',
  previousUpdatedAt: 'f64',
  active: 'u8',
  updates: 'u32',
  /** The tick in which the row was written. */
  shownIn: 'u32',
} as const satisfies Schema;

/** What others' updates see of an enemy. */
export const seenSchema = {
  x: 'f64',
  y: 'f64',
  vx: 'f64',
  vy: 'f64',
  active: 'u8',
  shownIn: 'u32',
} as const satisfies Schema;

const constant = new Set(['index', 'kind', 'friend', 'radius', 'colour', 'minRate', 'speed']);
const entityFields = Object.keys(new Entity(0, 0, Kind.player)).filter((name) => !constant.has(name));
// Each thread that is told what a robot's keys are has them from there.
const robotFields = Object.keys(new Robot()).filter((name) => name !== 'held');

/** All that changes of an entity, to go on with it where its thread is no more. */
export const keptSchema: Schema = schemaOf(entityFields);
/** The same of a player. */
export const playerSchema: Schema = schemaOf([...entityFields, ...robotFields]);

/** What a player is told, see `joinHeld`. In a table it reaches a thread that is busy, where a message would wait. */
export const keysSchema = { held: 'u8' } as const satisfies Schema;

/** Rows of all numbers. */
type Numbers = Columns<Schema>;

export function writeEntity(columns: Numbers, row: number, entity: Entity): void {
  write(columns, row, entity, entityFields);
}

export function readEntity(columns: Numbers, row: number, entity: Entity): void {
  read(columns, row, entity, entityFields);
  entity.active = columns['active']![row] === 1;
}

export function writeRobot(columns: Numbers, row: number, robot: Robot): void {
  write(columns, row, robot, robotFields);
}

/** Brings the players of a world to what the newest snapshots say. */
export function followPlayers({ parts }: Replica<Schema>, world: World): void {
  for (const { columns, count, ids } of parts) {
    for (let row = 0; row < count; row++) {
      const player = world.entities[ids[row]! - 1]!;
      readEntity(columns, row, player);
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
