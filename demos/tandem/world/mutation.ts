import type { Entity } from './entity.ts';
import type { Missile } from './behavior/missile.ts';
import type { Vector } from './map/vector.ts';

/** What one entity can do to another. */
export const Mutation = {
  /** Adds a velocity. */
  push: 0,
  /** Hits with a velocity. */
  hit: 1,
  /** Sends a bolt, bomb or the like off from where its thrower is, with a velocity and a new id. */
  launch: 2,
  /** Clings to a robot that bears nothing yet. */
  cling: 3,
} as const;
export type Mutation = (typeof Mutation)[keyof typeof Mutation];

/** Others cannot make an entity faster than this many cells per second between two of its updates. */
const hardestPush = 3;

/**
 * Effects on others, held back until the end of the tick and then applied in (target, source, sequence) order: by target
 * because the commit goes through the entities by index, by source and sequence because each target's list is kept so.
 * Lists are short (a handful of sources), so that insertion is cheaper than sorting a tick's mutations.
 */
export interface Mutations {
  /** First mutation by target, -1 where there is none. */
  readonly first: Int32Array;
  next: Int32Array;
  source: Int32Array;
  kind: Uint8Array;
  vx: Float64Array;
  vy: Float64Array;
  id: Float64Array;
  /** The source's own time and place when it posted. */
  at: Float64Array;
  x: Float64Array;
  y: Float64Array;
  count: number;
}

/** No mutations yet, for `count` entities. */
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

/** Files a mutation of `target` by `source`, behind what the same source did to it before. */
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

/** A mutation by itself, on its way to another thread. */
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

/** Takes out what was posted for a target, in (source, sequence) order. */
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

/** Files a mutation that was posted in another thread, behind what the same source did to its target before. */
export function fileMutation(mutations: Mutations, posted: PostedMutation): void {
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

/** Applies what was posted for an entity, in (source, sequence) order, and empties its list. */
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
  const scale = size > hardestPush ? hardestPush / size : 1;
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
