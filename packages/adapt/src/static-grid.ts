import type { Placed } from './nearest-to.ts';
import { positive } from './positive.ts';

export interface StaticGridOptions {
  readonly width: number;
  readonly height: number;
  /** Number of parts, such as workers; a whole number ≥ 1. */
  readonly parts: number;
}

/** Divides a map among so many parts. */
export interface Partition {
  readonly columns: number;
  readonly rows: number;
  /** The part of a place, from 0; places outside the map are of the nearest part. */
  readonly partOf: (place: Placed) => number;
}

/**
 * Divides a map into equal rectangles, one for each part (DOHA, WWW'12 §2.2.4): as near to squares as their number allows.
 *
 * Throws a RangeError if a size is not positive or the number of parts is not whole and ≥ 1.
 */
export function staticGrid({ height, parts, width }: StaticGridOptions): Partition {
  positive('staticGrid: width', width);
  positive('staticGrid: height', height);
  if (!Number.isInteger(parts) || parts < 1) {
    throw new RangeError(`staticGrid: parts must be a whole number ≥ 1, got ${parts}`);
  }
  const shapes = Array.from({ length: parts }, (_, i) => i + 1).filter((columns) => parts % columns === 0);
  const columns = shapes.reduce((best, one) => (oblong(one) < oblong(best) ? one : best));
  const rows = parts / columns;
  return {
    columns,
    rows,
    partOf: ({ x, y }) => cell(y / height, rows) * columns + cell(x / width, columns),
  };

  /** How far the parts are from squares. */
  function oblong(count: number): number {
    return Math.abs(Math.log((width / count) * (parts / count / height)));
  }
}

function cell(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)));
}
