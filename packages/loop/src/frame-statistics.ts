/** Counts since the frame was made, and the state of the last window. Times in ms. */
export interface FrameStatistics {
  /** Steps made. */
  steps: number;
  /** Windows begun. */
  windows: number;
  /** Entities that wanted an update, summed over all windows; `always` is not counted. */
  submitted: number;
  /** Entities updated; `always` is not counted. */
  updated: number;
  /** Updates cancelled because their window ended. */
  cancelled: number;
  /**
   * How far the minimum rates are missed: 1 when they hold; 1.5 when the worst entity waited 1.5 times as long as its minimum rate allows. They
   * are stretched alike: the entity that is latest relative to its rate goes first.
   */
  stretch: number;
  /**
   * How much of the simulated time the entities have lived: the time given to their updates, divided by the time that was simulated while they
   * were there; `always` is not counted. 1 is real time. Time that is still pending counts as not lived. Computed at the beginning of each window
   * for all windows before it, so it is 1 until the second one: no entity has missed any time yet.
   */
  pace: number;
  /** Entity time that will never be lived: cut off by `maxElapsed`, or given to an update that threw, `always` included. */
  lostTime: number;
  /** Time of absences (a hidden page, a suspended machine) for which no steps were made. */
  skippedTime: number;
}

/** The statistics of a new frame. */
export function createFrameStatistics(): FrameStatistics {
  return {
    steps: 0,
    windows: 0,
    submitted: 0,
    updated: 0,
    cancelled: 0,
    stretch: 1,
    pace: 1,
    lostTime: 0,
    skippedTime: 0,
  };
}
