/**
 * A position in cells, a way in cells, or a velocity in cells per second. Functions read and write vectors that their callers keep, because
 * fractional numbers that are passed as arguments are allocated.
 */
export interface Vector {
  x: number;
  y: number;
}

/** A vector to write into. Its numbers begin as NaN, so that the engine stores them as doubles in place. */
export function createVector(): Vector {
  return { x: NaN, y: NaN };
}
