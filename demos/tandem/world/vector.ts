/** A pair of numbers that functions write their answer into, so that updates allocate nothing. */
export interface Vector {
  x: number;
  y: number;
}

/** A vector to write into; it begins as NaN so that the engine keeps its numbers as doubles in place. */
export function createVector(): Vector {
  return { x: NaN, y: NaN };
}
