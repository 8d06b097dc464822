/** A table of little-endian doubles, as base64: `new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)`. */
export type Doubles = string;
/** The same of 32-bit floats. */
export type Floats = string;
/** The same of unsigned 32-bit integers. */
export type Integers = string;
/** The same of bytes. */
export type Bytes = string;

/** What was recorded from one window's beginning to another's, the warm-up at both ends left out. */
export interface Recording {
  /** When the first step was due, by the step of the warm-up that was the least late: game time 0 was a step before. */
  readonly startedAt: number;
  readonly from: number;
  readonly to: number;
  /** Milliseconds from the display's picture to the start. */
  readonly phase: number;
  /** When the steps of the players began. */
  readonly steps: Doubles;
  /** When the updates of all enemies began, in each thread that makes them; first in the one that has the players. */
  readonly windows: readonly Doubles[];
  readonly frames: Frames;
  readonly tasks: Tasks;
  /** Milliseconds in steps and updates, of all threads. */
  readonly busy: number;
  /** Milliseconds that the game fell behind the clock from `from` to `to`, in the thread where it is most, and the steps that this makes. */
  readonly debt: number;
  readonly skippedSteps: number;
  readonly inputs: Inputs;
  readonly entities: EntityTables;
  readonly snapshots: Snapshots;
}

/** The pictures, one row each. */
export interface Frames {
  /** When drawing began and ended. */
  readonly start: Doubles;
  readonly end: Doubles;
  /** Game time shown. */
  readonly shown: Doubles;
  /** The time that the browser gives the picture. */
  readonly time: Doubles;
}

/** Counts of enemies' updates in whole windows. */
export interface Tasks {
  /** Each enemy once in each window. */
  readonly submitted: number;
  readonly updated: number;
  readonly cancelled: number;
  /** Further parts of updates that were too long for one. */
  readonly parts: number;
}

/** Key strokes: when the browser got them and when the page handled them. */
export interface Inputs {
  readonly stamped: Doubles;
  readonly handled: Doubles;
}

/** By entity: first the players, then the enemies. */
export interface EntityTables {
  readonly kind: Bytes;
  readonly updates: Integers;
  /** Game time that updates gave from `from` to `to`, in ms; in real time it is as much as has passed. Time that is pending at the end is not in it. */
  readonly lived: Doubles;
  /** Mean of halfAt / (halfAt + distance from the nearest player), sampled twice a second. */
  readonly priority: Floats;
  /** Mean of |time between two updates - 33.3 ms|; NaN where there were not two. */
  readonly jitter: Floats;
  /** Longest time between two updates. */
  readonly longest: Floats;
  /** The same in periods of the least rate that the entity needed then: above 1 it had to wait for too long. */
  readonly lateness: Floats;
  /** Cells from the nearest player, mean of the same samples. */
  readonly distance: Floats;
}

/** Where all entities were, every half second of the first twenty. */
export interface Snapshots {
  /** The game time that it would be by the clock if no step had ever been late, in ms. */
  readonly times: Doubles;
  /** Cells; a snapshot after the other, each by entity. */
  readonly x: Floats;
  readonly y: Floats;
}
