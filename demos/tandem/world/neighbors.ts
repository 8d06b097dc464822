import type { Committed } from './committed.ts';

/** Edge of a bin in cells: near the usual query radius, so that a query looks at four to nine bins. */
const binEdge = 2;

/**
 * The entities by place, as committed: a uniform grid of bins, each a doubly linked list of entity indices. Moving an
 * entity costs O(1) and nothing while it stays in its bin. The commit moves entities in index order, so the order in
 * which a query finds them does not depend on the order of the updates either.
 */
export interface Neighbours {
  readonly binColumns: number;
  readonly binRows: number;
  /** First entity by bin, -1 where there is none. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Bin by entity, -1 for one that is nowhere. */
  readonly binOf: Int32Array;
}

/** Bins for `count` entities on a map of `columns` × `rows` cells; all entities are nowhere. */
export function createNeighbours(columns: number, rows: number, count: number): Neighbours {
  const binColumns = Math.ceil(columns / binEdge);
  const binRows = Math.ceil(rows / binEdge);
  return {
    binColumns,
    binRows,
    first: new Int32Array(binColumns * binRows).fill(-1),
    next: new Int32Array(count).fill(-1),
    previous: new Int32Array(count).fill(-1),
    binOf: new Int32Array(count).fill(-1),
  };
}

/** Files an entity under its committed place. */
export function moveToBin(neighbours: Neighbours, committed: Committed, index: number): void {
  const column = binAlong(committed.x[index]!, neighbours.binColumns);
  const row = binAlong(committed.y[index]!, neighbours.binRows);
  const bin = row * neighbours.binColumns + column;
  if (neighbours.binOf[index] === bin) return;
  removeFromBin(neighbours, index);
  const first = neighbours.first[bin]!;
  neighbours.next[index] = first;
  neighbours.previous[index] = -1;
  if (first >= 0) neighbours.previous[first] = index;
  neighbours.first[bin] = index;
  neighbours.binOf[index] = bin;
}

/** Takes an entity out: queries do not find it until it is moved to a bin again. */
export function removeFromBin(neighbours: Neighbours, index: number): void {
  const bin = neighbours.binOf[index]!;
  if (bin < 0) return;
  const next = neighbours.next[index]!;
  const previous = neighbours.previous[index]!;
  if (previous >= 0) neighbours.next[previous] = next;
  else neighbours.first[bin] = next;
  if (next >= 0) neighbours.previous[next] = previous;
  neighbours.binOf[index] = -1;
}

/** A list to pass to `findNeighbours`, long enough for any crowd that is not a heap. */
export function createFound(): Int32Array {
  return new Int32Array(64);
}

/**
 * Writes the indices of the other entities whose centre lies within `reach` cells into `found` and returns how many there
 * are; those beyond its length are left out.
 */
export function findNeighbours(
  around: { readonly neighbours: Neighbours; readonly committed: Committed },
  self: { readonly index: number; readonly x: number; readonly y: number },
  reach: number,
  found: Int32Array,
): number {
  const { binColumns, binRows, first, next } = around.neighbours;
  const xs = around.committed.x;
  const ys = around.committed.y;
  const { index, x, y } = self;
  const left = binAlong(x - reach, binColumns);
  const right = binAlong(x + reach, binColumns);
  const top = binAlong(y - reach, binRows);
  const bottom = binAlong(y + reach, binRows);
  const reachSquared = reach * reach;
  let count = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      for (let other = first[row * binColumns + column]!; other >= 0; other = next[other]!) {
        const dx = xs[other]! - x;
        const dy = ys[other]! - y;
        if (dx * dx + dy * dy > reachSquared || other === index) continue;
        if (count === found.length) return count;
        found[count++] = other;
      }
    }
  }
  return count;
}

function binAlong(place: number, bins: number): number {
  const bin = Math.floor(place / binEdge);
  return bin < 0 ? 0 : bin >= bins ? bins - 1 : bin;
}
