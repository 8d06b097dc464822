/** A table of little-endian doubles, as base64: `new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)`. */
export type Doubles = string;
/** A table of 32-bit floats, encoded like `Doubles`. */
export type Floats = string;
/** A table of unsigned 32-bit integers, encoded like `Doubles`. */
export type Integers = string;
/** A table of bytes, encoded like `Doubles`. */
export type Bytes = string;

/**
 * A recording of a game, from the beginning of one window (`from`) to the beginning of a later one
 * (`to`). The margins before `from` and after `to` count only in `snapshots`. Times are in ms, on the
 * clock of the page unless game time is mentioned.
 */
export interface Recording {
  /** Due time of the first step, derived from the step of the warm-up with the least lateness. Game time 0 is one step earlier. */
  readonly startedAt: number;
  readonly from: number;
  readonly to: number;
  /** Milliseconds from a frame of the display to the start. */
  readonly phase: number;
  /** Start times of the steps of the players. */
  readonly steps: Doubles;
  /** Start times of the windows of each thread. The first thread is that of the players. */
  readonly windows: readonly Doubles[];
  readonly frames: Frames;
  readonly tasks: Tasks;
  /** Milliseconds in steps and updates of all threads. */
  readonly busy: number;
  /** Milliseconds by which the slowest thread fell behind the clock from `from` to `to`. */
  readonly debt: number;
  /** `debt` in steps. */
  readonly skippedSteps: number;
  readonly inputs: Inputs;
  readonly entities: EntityTables;
  readonly snapshots: Snapshots;
}

/** The frames, one row each. */
export interface Frames {
  /** Begin and end of drawing. */
  readonly start: Doubles;
  readonly end: Doubles;
  /** Game time that is shown. */
  readonly shown: Doubles;
  /** Time stamp of the frame from the browser. */
  readonly time: Doubles;
}

/** Numbers of updates of enemies in whole windows. */
export interface Tasks {
  /** One per enemy and window. */
  readonly submitted: number;
  readonly updated: number;
  readonly cancelled: number;
  /** Further parts of updates that were split. */
  readonly parts: number;
}

/** Key events: the time stamp of the browser, and the time at which the page handled it. */
export interface Inputs {
  readonly stamped: Doubles;
  readonly handled: Doubles;
}

/** By entity: players first, then enemies. */
export interface EntityTables {
  readonly kind: Bytes;
  readonly updates: Integers;
  /**
   * Game time in ms that updates have covered from `from` to `to`. For an entity that keeps up with
   * real time, this is `to - from`. The time from the last update to `to` does not count.
   */
  readonly lived: Doubles;
  /** Mean of halfAt / (halfAt + distance from the nearest player), two samples per second. */
  readonly priority: Floats;
  /** Mean of |time between two updates - 33.3 ms|; NaN with less than two updates. */
  readonly jitter: Floats;
  /** Longest time between two updates. */
  readonly longest: Floats;
  /**
   * Greatest time between two updates, in periods of the minimum rate that the entity had then.
   * Above 1 the entity was updated too late.
   */
  readonly lateness: Floats;
  /** Mean distance from the nearest player in cells, of the samples of `priority`. */
  readonly distance: Floats;
}

/** Positions of all entities, every half second of the first twenty seconds. */
export interface Snapshots {
  /**
   * Game time in ms at which each snapshot was taken, computed from the clock as if no step had
   * been late.
   */
  readonly times: Doubles;
  /** Cells; one snapshot after the other, each by entity. */
  readonly x: Floats;
  readonly y: Floats;
}
