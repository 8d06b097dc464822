/**
 * A position in cells, a displacement in cells, or a velocity in cells per second. Functions read and write vectors that their callers keep, because engines
 * may allocate memory for numbers that are not integers and are passed as arguments.
 */
export interface Vector {
  x: number;
  y: number;
}

/** A vector to write into. Its numbers begin as NaN, so that the engine stores them as doubles in place. */
export function createVector(): Vector {
  return { x: NaN, y: NaN };
}
