import { type Kind, traitsOf } from './kind.ts';

/**
 * The state record of one entity: plain data, written by its own updates (and by the mutations committed at the end of
 * a tick) and by nobody else. Other entities read what the last commit published instead, see `Committed`.
 *
 * Cells, cells per second, milliseconds; y grows downwards.
 */
export class Entity {
  /** Place in `world.entities` and in every table of the world. */
  readonly index: number;
  readonly kind: Kind;
  /** Changes for missiles only: each flight is a new one, see `entityId`. */
  id: number;
  /** The player that it cannot harm, or -1. */
  readonly friend: number;
  readonly radius: number;
  /** 0xRRGGBB at full brightness. */
  readonly color: number;
  /** Hertz, see `KindTraits`. */
  readonly minRate: number;
  /** Cells per second, see `KindTraits`. */
  readonly speed: number;
  /** False for a missile that waits to be thrown and for who is down: nothing to draw, nothing to simulate. */
  active = true;

  // The numbers below start as NaN, so that the engine keeps them as doubles in place and updates allocate nothing.
  x = NaN;
  y = NaN;
  vx = NaN;
  vy = NaN;
  /** Unit vector. Where it looks; a roller's turns as it rolls, a turret's is its barrel, a bolt's its flight. */
  faceX = NaN;
  faceY = NaN;
  /** Unit vector away from the wall that it stands on; (0, 0) in the air. */
  normalX = NaN;
  normalY = NaN;

  /** Where it was before its last update, for drawing between the two. */
  px = NaN;
  py = NaN;
  /** Game time (`world.time`) of its last update and of the one before, in milliseconds. */
  updatedAt = NaN;
  previousUpdatedAt = NaN;
  /** How many updates it has had. */
  updates = 0;

  /** The sum of its updates' elapsed times, in milliseconds: its own time, behind the world's where updates are late. */
  localTime = NaN;
  /** Length of the step that it is living, in seconds; at most `longestStepOf` its kind. */
  seconds = NaN;
  /** How far into a decision period it was born, in milliseconds, so that not all decide at once. */
  phase = NaN;
  /** Number of the decision period that it lives in. */
  epoch = -1;

  /** Around which it lives. */
  homeX = NaN;
  homeY = NaN;
  /** Its last decision; what the two numbers mean is up to the kind. */
  goalX = NaN;
  goalY = NaN;
  /** 0 to 1: how much it minds a player rather than its own ways; smooth, so that a glimpse changes little. */
  attention = NaN;
  /** Velocity that others gave it since its last update. */
  pushX = NaN;
  pushY = NaN;
  /** A turret's shots so far. */
  shots = 0;
  /** How often it was hit. */
  hits = 0;
  /** Index of what clings to it, or -1. */
  burden = -1;

  constructor(index: number, id: number, kind: Kind, friend = -1) {
    const traits = traitsOf(kind);
    this.index = index;
    this.id = NaN;
    this.id = id;
    this.kind = kind;
    this.friend = friend;
    this.radius = traits.radius;
    this.color = traits.color;
    this.minRate = traits.minRate;
    this.speed = traits.speed;
  }

  /** Direction of `face` in radians, for drawing. */
  get angle(): number {
    return Math.atan2(this.faceY, this.faceX);
  }
}

/** A copy, to go back to: `Object.assign` brings an entity to it. */
export function copyEntity(entity: Entity): Entity {
  return Object.assign(new Entity(entity.index, entity.id, entity.kind, entity.friend), entity);
}

/** Puts an entity at rest at a place, as if it had always been there. */
export function moveTo(entity: Entity, x: number, y: number): void {
  entity.x = entity.px = x;
  entity.y = entity.py = y;
  entity.vx = entity.vy = entity.normalX = entity.normalY = entity.pushX = entity.pushY = 0;
}

/** Puts a newborn entity at rest at a place, which becomes its home. */
export function placeEntity(entity: Entity, x: number, y: number): void {
  moveTo(entity, x, y);
  entity.homeX = entity.goalX = x;
  entity.homeY = entity.goalY = y;
  entity.faceX = 1;
  entity.faceY = 0;
  entity.updatedAt =
    entity.previousUpdatedAt =
    entity.localTime =
    entity.seconds =
    entity.phase =
    entity.attention =
      0;
}
