import { Cell } from './grid.ts';

/** Numbers per edge in `CellShape.edges`. */
export const edgeStride = 7;

/** The solid part of a cell, in cell coordinates: a convex polygon. */
export interface CellShape {
  readonly edgeCount: number;
  /** Per edge: start x, y; unit tangent x, y; length; unit normal x, y, which points away from the solid. */
  readonly edges: Float64Array;
  /** Index of the slanted edge of a triangular solid part; -1 for other cells. */
  readonly slant: number;
}

// The corners are in the order that keeps the solid on the right of each edge (y grows downwards). The slanted edge of a triangle is edge 0.
const box: readonly number[] = [0, 0, 1, 0, 1, 1, 0, 1];
const corners: Readonly<Record<Cell, readonly number[]>> = {
  [Cell.empty]: [],
  [Cell.solid]: box,
  [Cell.grate]: box,
  [Cell.floorLeft]: [0, 0, 1, 1, 0, 1],
  [Cell.floorRight]: [0, 1, 1, 0, 1, 1],
  [Cell.ceilingLeft]: [1, 0, 0, 1, 0, 0],
  [Cell.ceilingRight]: [1, 1, 0, 0, 1, 0],
  [Cell.firstVeil]: box,
  [Cell.secondVeil]: box,
  [Cell.door]: box,
};

/** The shapes, indexed by `Cell`. */
export const cellShapes: readonly CellShape[] = Object.values(Cell).map((cell) => shape(corners[cell]));

function shape(points: readonly number[]): CellShape {
  const edgeCount = points.length / 2;
  const edges = new Float64Array(edgeCount * edgeStride);
  for (let i = 0; i < edgeCount; i++) {
    const [x, y] = [points[2 * i]!, points[2 * i + 1]!];
    const j = (i + 1) % edgeCount;
    const [dx, dy] = [points[2 * j]! - x, points[2 * j + 1]! - y];
    const length = Math.sqrt(dx * dx + dy * dy);
    edges.set([x, y, dx / length, dy / length, length, dy / length, -dx / length], i * edgeStride);
  }
  return { edgeCount, edges, slant: edgeCount === 3 ? 0 : -1 };
}
