import { staticGrid } from '@doha/adapt';
import type { Grid } from '../world/map/grid.ts';

/** Cells along the edge of a piece. */
const edge = 8;
/** Cells beyond a border within which others are seen from the other side, … */
const margin = 6;
/** … and beyond which who has crossed it changes its thread: not before, or it might go to and fro. */
export const hysteresis = 1;

/** Which part of the map is whose: it is cut into square pieces, each of which one thread has. */
export interface Regions {
  readonly columns: number;
  readonly rows: number;
  /** By piece, row by row. */
  readonly owners: readonly number[];
}

/** A rectangle of the map, in cells. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Equal rectangles. */
export function equalRegions(grid: Pick<Grid, 'columns' | 'rows'>, parts: number): Regions {
  const columns = Math.ceil(grid.columns / edge);
  const rows = Math.ceil(grid.rows / edge);
  const { partOf } = staticGrid({ width: columns, height: rows, parts });
  const owners = Array.from({ length: columns * rows }, (_, piece) =>
    partOf({ x: (piece % columns) + 0.5, y: Math.floor(piece / columns) + 0.5 }),
  );
  return { columns, rows, owners };
}

/** The piece of a place. */
export function pieceAt({ columns, rows }: Regions, x: number, y: number): number {
  return within(y, rows) * columns + within(x, columns);
}

/** Whose a place is. */
export function partAt(regions: Regions, x: number, y: number): number {
  return regions.owners[pieceAt(regions, x, y)]!;
}

/** Where a thread has to see what is: around its pieces; undefined if it has none. */
export function sightOf({ columns, owners }: Regions, part: number): Area | undefined {
  const pieces = owners.flatMap((owner, piece) => (owner === part ? [piece] : []));
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

function within(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place / edge)));
}
