import type { Kind } from './kind.ts';

/** The properties of a new entity. */
export interface EntityOptions {
  readonly index: number;
  readonly id: number;
  readonly kind: Kind;
  readonly friend: number;
  readonly radius: number;
  readonly color: number;
  readonly minRate: number;
  readonly speed: number;
  /** Names of the memory fields of its kind. */
  readonly memory: readonly (string | undefined)[];
}

/**
 * The state of one entity, as plain data. It is changed only by the entity's own updates, and by
 * mutations at the end of a tick. Other entities read the committed state instead, see `Committed`.
 * Units are cells, cells per second and milliseconds; y grows downwards.
 */
export class Entity<Memory extends object = Record<string, number>> {
  /** Position in `world.entities` and in every table of the world. */
  readonly index: number;
  readonly kind: Kind;
  /** Constant, except for missiles: each flight has a new id, see `entityId`. */
  id: number;
  /** Index of the player that the entity cannot harm, or -1. */
  readonly friend: number;
  readonly radius: number;
  /** 0xRRGGBB at full brightness. */
  readonly color: number;
  /** See `KindDefinition.minRate`. */
  readonly minRate: number;
  /** See `KindDefinition.speed`. */
  readonly speed: number;

  /**
   * False for a missile that waits for its launch, a robot that is down, and an enemy that was
   * crushed. Such an entity is not drawn, and other entities ignore it.
   */
  active = true;

  // The numbers below begin as NaN, so that the engine stores them as doubles in place and updates allocate nothing.
  x = NaN;
  y = NaN;
  vx = NaN;
  vy = NaN;
  /** Unit vector of the entity's direction: for a turret that of the barrel, for a bolt that of the flight. For a roller it turns as the roller rolls. */
  faceX = NaN;
  faceY = NaN;
  /** Unit vector away from the wall on which the entity stands; (0, 0) in the air. */
  normalX = NaN;
  normalY = NaN;

  /** Position before the last update, for interpolation. */
  px = NaN;
  py = NaN;
  /** Game time (`world.time`) of the last update. */
  updatedAt = NaN;
  /** Game time of the update before the last one. */
  previousUpdatedAt = NaN;
  /** Number of updates. An update that is split, see `maxStepOf`, counts once per part. */
  updates = 0;

  /** The entity's own time: the sum of the elapsed times of its updates. It is behind the world's time if updates are late. */
  localTime = NaN;
  /** Duration of the current step in seconds; at most `maxStepOf` its kind. */
  seconds = NaN;
  /** Offset of the entity's decision periods in ms, so that not all entities decide at once. */
  phase = NaN;
  /** Number of the current decision period. */
  decisionIndex = -1;
  /** Center of the area in which the entity lives. */
  homeX = NaN;
  homeY = NaN;
  /** Velocity that other entities have added since the last update. */
  pushX = NaN;
  pushY = NaN;
  /** Number of hits by other entities. */
  hits = 0;
  /** Index of the leech that clings to this robot, or -1. */
  burden = -1;
  /** The fields that only this kind has, see `KindDefinition.memory`. */
  readonly memory: Memory;

  constructor({ index, id, kind, friend, radius, color, minRate, speed, memory }: EntityOptions) {
    this.index = index;
    this.id = NaN;
    this.id = id;
    this.kind = kind;
    this.friend = friend;
    this.radius = radius;
    this.color = color;
    this.minRate = minRate;
    this.speed = speed;
    this.memory = createMemory(memory) as Memory;
  }

  /** Direction of `face` in radians, for drawing. */
  get angle(): number {
    return Math.atan2(this.faceY, this.faceX);
  }
}

/** A copy of an entity's data, possibly from another thread. */
export type EntityRecord = Readonly<Omit<Entity, 'angle'>>;

/** A copy of an entity. {@link assignEntity} restores the entity from it. */
export function copyEntity(entity: Entity): Entity {
  const { color, friend, id, index, kind, memory, minRate, radius, speed } = entity;
  const names = Object.keys(memory);
  const copy: Entity = new Entity({ index, id, kind, friend, radius, color, minRate, speed, memory: names });
  assignEntity(copy, entity);
  return copy;
}

/** Copies all data of a record into an entity of the same kind. */
export function assignEntity(entity: Entity, record: EntityRecord): void {
  const { memory } = entity;
  Object.assign(memory, record.memory);
  Object.assign(entity, record, { memory });
}

/** Places an entity at rest, as if it had always been there. */
export function moveTo(entity: Entity<object>, x: number, y: number): void {
  entity.x = entity.px = x;
  entity.y = entity.py = y;
  entity.vx = entity.vy = entity.normalX = entity.normalY = entity.pushX = entity.pushY = 0;
}

/** Places a new entity at rest at its home. `memory` has the names of its memory fields by slot. */
export function placeEntity(
  entity: Entity,
  memory: readonly (string | undefined)[],
  x: number,
  y: number,
): void {
  moveTo(entity, x, y);
  entity.homeX = x;
  entity.homeY = y;
  entity.faceX = 1;
  entity.faceY = 0;
  for (const [slot, name] of memory.entries())
    if (name !== undefined) entity.memory[name] = slot === 0 ? x : slot === 1 ? y : 0;
  entity.updatedAt = entity.previousUpdatedAt = entity.localTime = entity.seconds = entity.phase = 0;
}

function createMemory(names: readonly (string | undefined)[]): Record<string, number> {
  const memory: Record<string, number> = {};
  for (const name of names) if (name !== undefined) memory[name] = NaN;
  return memory;
}
