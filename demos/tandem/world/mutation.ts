import type { Entity } from './entity.ts';
import type { Missile } from './behavior/missile.ts';
import type { Vector } from './map/vector.ts';

/** The effects of one entity on another. */
export const Mutation = {
  /** Adds a velocity. */
  push: 0,
  /** Counts a hit, and adds a velocity. */
  hit: 1,
  /** Launches a missile from its thrower, with a velocity and a new id. */
  launch: 2,
  /** Lets its source, a leech, cling to a robot that bears no leech yet. */
  cling: 3,
} as const;
export type Mutation = (typeof Mutation)[keyof typeof Mutation];

/** Limit of the velocity that others can add to an entity between two of its updates, in cells per second. */
const maxPush = 3;

/**
 * The mutations of a tick, in plain tables: a linked list for each target. They are applied at the
 * end of the tick, in (target, source, sequence) order. The commit visits the targets by index, and
 * each list is kept in the order of sources. The lists are short, so insertion is cheaper than
 * sorting all mutations of a tick.
 */
export interface Mutations {
  /** First mutation by target, or -1. */
  readonly first: Int32Array;
  next: Int32Array;
  source: Int32Array;
  kind: Uint8Array;
  vx: Float64Array;
  vy: Float64Array;
  id: Float64Array;
  /** Local time (`at`) and position of the source when it posted the mutation. */
  at: Float64Array;
  x: Float64Array;
  y: Float64Array;
  count: number;
}

/** Empty lists for `count` entities. */
export function createMutations(count: number): Mutations {
  const capacity = Math.max(64, count);
  return {
    first: new Int32Array(count).fill(-1),
    next: new Int32Array(capacity),
    source: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    vx: new Float64Array(capacity),
    vy: new Float64Array(capacity),
    id: new Float64Array(capacity),
    at: new Float64Array(capacity),
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    count: 0,
  };
}

/** Adds a mutation of `target` by `source`, after the earlier ones of the same source. */
export function postMutation(
  mutations: Mutations,
  source: Entity<object>,
  target: number,
  kind: Mutation,
  velocity: Vector,
  id: number,
): void {
  if (mutations.count === mutations.kind.length) grow(mutations);
  const slot = mutations.count++;
  mutations.source[slot] = source.index;
  mutations.kind[slot] = kind;
  mutations.vx[slot] = velocity.x;
  mutations.vy[slot] = velocity.y;
  mutations.id[slot] = id;
  mutations.at[slot] = source.localTime;
  mutations.x[slot] = source.x;
  mutations.y[slot] = source.y;
  link(mutations, target, slot);
}

/** A single mutation, for another thread. */
export interface PostedMutation {
  readonly target: number;
  readonly source: number;
  readonly kind: Mutation;
  readonly vx: number;
  readonly vy: number;
  readonly id: number;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** Removes and returns the mutations of a target, in (source, sequence) order. */
export function takeMutations(mutations: Mutations, target: number): PostedMutation[] {
  const taken: PostedMutation[] = [];
  for (let slot = mutations.first[target]!; slot >= 0; slot = mutations.next[slot]!) {
    const { at, id, kind, source, vx, vy, x, y } = mutations;
    taken.push({
      target,
      source: source[slot]!,
      kind: kind[slot] as Mutation,
      vx: vx[slot]!,
      vy: vy[slot]!,
      id: id[slot]!,
      at: at[slot]!,
      x: x[slot]!,
      y: y[slot]!,
    });
  }
  mutations.first[target] = -1;
  return taken;
}

/** Adds a mutation from another thread, after the earlier ones of the same source. */
export function addPostedMutation(mutations: Mutations, posted: PostedMutation): void {
  if (mutations.count === mutations.kind.length) grow(mutations);
  const slot = mutations.count++;
  mutations.source[slot] = posted.source;
  mutations.kind[slot] = posted.kind;
  mutations.vx[slot] = posted.vx;
  mutations.vy[slot] = posted.vy;
  mutations.id[slot] = posted.id;
  mutations.at[slot] = posted.at;
  mutations.x[slot] = posted.x;
  mutations.y[slot] = posted.y;
  link(mutations, posted.target, slot);
}

function link(mutations: Mutations, target: number, slot: number): void {
  const { first, next, source } = mutations;
  let before = -1;
  let after = first[target]!;
  while (after >= 0 && source[after]! <= source[slot]!) {
    before = after;
    after = next[after]!;
  }
  next[slot] = after;
  if (before < 0) first[target] = slot;
  else next[before] = slot;
}

/** Applies and removes the mutations of an entity, in (source, sequence) order. */
export function applyMutations(mutations: Mutations, entity: Entity): void {
  let slot = mutations.first[entity.index]!;
  mutations.first[entity.index] = -1;
  while (slot >= 0) {
    apply(mutations, slot, entity);
    slot = mutations.next[slot]!;
  }
}

function apply(mutations: Mutations, slot: number, entity: Entity): void {
  const kind = mutations.kind[slot]!;
  if (kind === Mutation.launch) return launch(mutations, slot, entity);
  if (kind === Mutation.cling) return cling(mutations, slot, entity);
  if (kind === Mutation.hit) entity.hits++;
  push(mutations, slot, entity);
}

function push(mutations: Mutations, slot: number, entity: Entity): void {
  const x = entity.pushX + mutations.vx[slot]!;
  const y = entity.pushY + mutations.vy[slot]!;
  const size = Math.sqrt(x * x + y * y);
  const scale = size > maxPush ? maxPush / size : 1;
  entity.pushX = x * scale;
  entity.pushY = y * scale;
}

function cling(mutations: Mutations, slot: number, robot: Entity): void {
  if (robot.burden < 0 && robot.active) robot.burden = mutations.source[slot]!;
}

function launch(mutations: Mutations, slot: number, thrown: Entity): void {
  const vx = mutations.vx[slot]!;
  const vy = mutations.vy[slot]!;
  const speed = Math.sqrt(vx * vx + vy * vy);
  thrown.id = mutations.id[slot]!;
  thrown.active = true;
  thrown.x = thrown.px = mutations.x[slot]!;
  thrown.y = thrown.py = mutations.y[slot]!;
  thrown.vx = vx;
  thrown.vy = vy;
  thrown.faceX = speed === 0 ? 0 : vx / speed;
  thrown.faceY = speed === 0 ? 1 : vy / speed;
  const { memory } = thrown as Entity<object> as Missile;
  memory.launchedAt = mutations.at[slot]!;
  memory.touching = -1;
}

function grow(mutations: Mutations): void {
  const capacity = 2 * mutations.kind.length;
  mutations.next = copyInto(new Int32Array(capacity), mutations.next);
  mutations.source = copyInto(new Int32Array(capacity), mutations.source);
  mutations.kind = copyInto(new Uint8Array(capacity), mutations.kind);
  mutations.vx = copyInto(new Float64Array(capacity), mutations.vx);
  mutations.vy = copyInto(new Float64Array(capacity), mutations.vy);
  mutations.at = copyInto(new Float64Array(capacity), mutations.at);
  mutations.x = copyInto(new Float64Array(capacity), mutations.x);
  mutations.y = copyInto(new Float64Array(capacity), mutations.y);
  mutations.id = copyInto(new Float64Array(capacity), mutations.id);
}

function copyInto<Table extends Int32Array | Uint8Array | Float64Array>(to: Table, from: Table): Table {
  to.set(from);
  return to;
}
