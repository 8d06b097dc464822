/**
 * A pair of numbers: a place in cells, a way in cells or a velocity in cells per second. Functions take and write vectors
 * that their callers keep, because numbers with a fraction that are passed between functions one by one are allocated.
 */
export interface Vector {
  x: number;
  y: number;
}

/** A vector to write into; it begins as NaN so that the engine keeps its numbers as doubles in place. */
export function createVector(): Vector {
  return { x: NaN, y: NaN };
}
