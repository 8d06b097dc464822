/**
 * What all entities may read about one another: the state at the end of the last tick, by entity index. Updates of the
 * running tick never show here, so their order cannot matter.
 */
export interface Committed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly radius: Float64Array;
  /** 1 where the entity is active. */
  readonly active: Uint8Array;
}

/** Tables for `count` entities. */
export function createCommitted(count: number): Committed {
  return {
    x: new Float64Array(count),
    y: new Float64Array(count),
    vx: new Float64Array(count),
    vy: new Float64Array(count),
    radius: new Float64Array(count),
    active: new Uint8Array(count),
  };
}
