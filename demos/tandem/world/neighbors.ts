import type { Committed } from './committed.ts';

/** Edge of a bin in cells. It is near the usual query radius, so that a query visits four to nine bins. */
const binEdge = 2;

/**
 * The entities by committed position: a uniform grid of bins, each a doubly linked list of entity
 * indices. A move to another bin takes O(1) time. A move within a bin changes nothing here. The commit
 * moves entities in the order of their indices, so the order in which a query finds them does not
 * depend on the order of updates.
 */
export interface Neighbors {
  readonly binColumns: number;
  readonly binRows: number;
  /** First entity by bin, or -1. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Bin by entity, or -1. */
  readonly binOf: Int32Array;
}

/** Bins for `count` entities on a map of `columns` × `rows` cells, all empty. */
export function createNeighbors(columns: number, rows: number, count: number): Neighbors {
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

/** Puts an entity into the bin of its committed position. */
export function moveToBin(neighbors: Neighbors, committed: Committed, index: number): void {
  const column = binAlong(committed.x[index]!, neighbors.binColumns);
  const row = binAlong(committed.y[index]!, neighbors.binRows);
  const bin = row * neighbors.binColumns + column;
  if (neighbors.binOf[index] === bin) return;
  removeFromBin(neighbors, index);
  const first = neighbors.first[bin]!;
  neighbors.next[index] = first;
  neighbors.previous[index] = -1;
  if (first >= 0) neighbors.previous[first] = index;
  neighbors.first[bin] = index;
  neighbors.binOf[index] = bin;
}

/** Removes an entity. Queries do not find it until `moveToBin` is called again. */
export function removeFromBin(neighbors: Neighbors, index: number): void {
  const bin = neighbors.binOf[index]!;
  if (bin < 0) return;
  const next = neighbors.next[index]!;
  const previous = neighbors.previous[index]!;
  if (previous >= 0) neighbors.next[previous] = next;
  else neighbors.first[bin] = next;
  if (next >= 0) neighbors.previous[next] = previous;
  neighbors.binOf[index] = -1;
}

/** A result list for `findNeighbors`, with room for 64 entities. */
export function createFound(): Int32Array {
  return new Int32Array(64);
}

/**
 * Writes the indices of the other entities whose centers are within `reach` cells into `found`, and
 * returns their number. Entities that do not fit into the list are left out.
 */
export function findNeighbors(
  around: { readonly neighbors: Neighbors; readonly committed: Committed },
  self: { readonly index: number; readonly x: number; readonly y: number },
  reach: number,
  found: Int32Array,
): number {
  const { binColumns, binRows, first, next } = around.neighbors;
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
