import { staticGrid } from '@doha/adapt';
import type { Grid } from '../world/map/grid.ts';

/** Width and height of a piece of the map in cells. */
const edge = 8;

/** Width in cells of the area around a thread's pieces in which it sees the entities of other threads. */
const margin = 6;

/**
 * Cells by which an entity must have crossed a border before it migrates. Otherwise an entity at a
 * border could migrate back and forth.
 */
export const hysteresis = 1;

/** The regions of all threads. The map is cut into square pieces, and each piece belongs to one thread. */
export interface Regions {
  readonly columns: number;
  readonly rows: number;
  /** The owning thread by piece, row by row. */
  readonly owners: readonly number[];
}

/** A rectangle of the map in cells. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Regions that are equal rectangles. */
export function equalRegions(grid: Pick<Grid, 'columns' | 'rows'>, threadCount: number): Regions {
  const columns = Math.ceil(grid.columns / edge);
  const rows = Math.ceil(grid.rows / edge);
  const { partOf } = staticGrid({ width: columns, height: rows, parts: threadCount });
  const owners = Array.from({ length: columns * rows }, (_, piece) =>
    partOf({ x: (piece % columns) + 0.5, y: Math.floor(piece / columns) + 0.5 }),
  );
  return { columns, rows, owners };
}

/** The piece that contains a position. */
export function pieceAt({ columns, rows }: Regions, x: number, y: number): number {
  return clampToPiece(y, rows) * columns + clampToPiece(x, columns);
}

/** The thread that owns a position. */
export function threadAt(regions: Regions, x: number, y: number): number {
  return regions.owners[pieceAt(regions, x, y)]!;
}

/** The area in which a thread needs the entities of other threads: the bounding rectangle of its region, with a margin. Undefined for a thread without pieces. */
export function interestAreaOf({ columns, owners }: Regions, thread: number): Area | undefined {
  const pieces = owners.flatMap((owner, piece) => (owner === thread ? [piece] : []));
  if (pieces.length === 0) return undefined;
  const [across, down] = [
    pieces.map((piece) => piece % columns),
    pieces.map((piece) => Math.floor(piece / columns)),
  ];
  return {
    left: edge * Math.min(...across) - margin,
    top: edge * Math.min(...down) - margin,
    right: edge * (Math.max(...across) + 1) + margin,
    bottom: edge * (Math.max(...down) + 1) + margin,
  };
}

function clampToPiece(position: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(position / edge)));
}
