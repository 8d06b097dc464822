import type { Entity } from './entity.ts';

/** What one entity can do to another; the numbers a, b, c of a mutation mean: */
export const Mutation = {
  /** Velocity (a, b) to add. */
  push: 0,
  /** A hit with velocity (a, b). */
  hit: 1,
  /** A bolt leaves its turret with velocity (a, b) as entity number c. */
  launch: 2,
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
  a: Float64Array;
  b: Float64Array;
  c: Float64Array;
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
    a: new Float64Array(capacity),
    b: new Float64Array(capacity),
    c: new Float64Array(capacity),
    count: 0,
  };
}

/** Files a mutation of `target` by `source`, behind what the same source did to it before. */
export function postMutation(
  mutations: Mutations,
  target: number,
  source: number,
  kind: Mutation,
  a: number,
  b: number,
  c = 0,
): void {
  if (mutations.count === mutations.kind.length) grow(mutations);
  const slot = mutations.count++;
  mutations.source[slot] = source;
  mutations.kind[slot] = kind;
  mutations.a[slot] = a;
  mutations.b[slot] = b;
  mutations.c[slot] = c;
  let before = -1;
  let after = mutations.first[target]!;
  while (after >= 0 && mutations.source[after]! <= source) {
    before = after;
    after = mutations.next[after]!;
  }
  mutations.next[slot] = after;
  if (before < 0) mutations.first[target] = slot;
  else mutations.next[before] = slot;
}

/** Applies what was posted for an entity, in (source, sequence) order, and empties its list. */
export function applyMutations(mutations: Mutations, entity: Entity): void {
  let slot = mutations.first[entity.index]!;
  mutations.first[entity.index] = -1;
  while (slot >= 0) {
    apply(entity, mutations.kind[slot]!, mutations.a[slot]!, mutations.b[slot]!, mutations.c[slot]!);
    slot = mutations.next[slot]!;
  }
}

function apply(entity: Entity, kind: number, a: number, b: number, c: number): void {
  if (kind === Mutation.push) push(entity, a, b);
  else if (kind === Mutation.hit) hit(entity, a, b);
  else launch(entity, a, b, c);
}

function push(entity: Entity, vx: number, vy: number): void {
  const x = entity.pushX + vx;
  const y = entity.pushY + vy;
  const size = Math.sqrt(x * x + y * y);
  const scale = size > hardestPush ? hardestPush / size : 1;
  entity.pushX = x * scale;
  entity.pushY = y * scale;
}

function hit(entity: Entity, vx: number, vy: number): void {
  entity.hits++;
  push(entity, vx, vy);
}

function launch(bolt: Entity, vx: number, vy: number, id: number): void {
  const speed = Math.sqrt(vx * vx + vy * vy);
  bolt.id = id;
  bolt.active = true;
  bolt.x = bolt.px = bolt.homeX;
  bolt.y = bolt.py = bolt.homeY;
  bolt.vx = vx;
  bolt.vy = vy;
  bolt.faceX = vx / speed;
  bolt.faceY = vy / speed;
  bolt.goalX = bolt.localTime;
}

function grow(mutations: Mutations): void {
  const capacity = 2 * mutations.kind.length;
  mutations.next = copyInto(new Int32Array(capacity), mutations.next);
  mutations.source = copyInto(new Int32Array(capacity), mutations.source);
  mutations.kind = copyInto(new Uint8Array(capacity), mutations.kind);
  mutations.a = copyInto(new Float64Array(capacity), mutations.a);
  mutations.b = copyInto(new Float64Array(capacity), mutations.b);
  mutations.c = copyInto(new Float64Array(capacity), mutations.c);
}

function copyInto<Table extends Int32Array | Uint8Array | Float64Array>(to: Table, from: Table): Table {
  to.set(from);
  return to;
}
