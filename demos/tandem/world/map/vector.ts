/**
 * A position in cells, a displacement in cells, or a velocity in cells per second. Functions read and write vectors that their callers keep, because engines
 * may allocate memory for numbers that are not integers and are passed as arguments.
 */
export interface Vector {
  x: number;
  y: number;
}

/**
 * Returns a vector to write into. Its numbers begin as NaN, so that the JavaScript engine stores the fields as floating-point numbers from the start. Later
 * writes then allocate nothing.
 */
export function createVector(): Vector {
  return { x: NaN, y: NaN };
}
