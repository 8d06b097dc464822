/**
 * The committed state: the state of all entities at the end of the last tick, by entity index. An
 * update reads other entities only from here. Updates of the current tick do not change the
 * committed state, so their order cannot matter.
 */
export interface Committed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly radius: Float64Array;
  /** 1 for active entities. */
  readonly active: Uint8Array;
  /** By player: 1 while the robot crouches. */
  readonly crouching: Uint8Array;
  /** By player: the direction that the robot faces, -1 (left) or 1. */
  readonly looks: Int8Array;
  /** By player: index of the leech that clings to the robot, or -1. */
  readonly burden: Int32Array;
}

/** Tables for `count` entities. The first `players` entities are players. */
export function createCommitted(count: number, players: number): Committed {
  return {
    x: new Float64Array(count),
    y: new Float64Array(count),
    vx: new Float64Array(count),
    vy: new Float64Array(count),
    radius: new Float64Array(count),
    active: new Uint8Array(count),
    crouching: new Uint8Array(players),
    looks: new Int8Array(players).fill(1),
    burden: new Int32Array(players).fill(-1),
  };
}
