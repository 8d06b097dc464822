/** Counters since the frame was created, and the state of the current window. Times in ms. */
export interface FrameStatistics {
  /** Steps made. */
  steps: number;
  /** Windows begun. */
  windows: number;
  /** Updates wanted: the number of entities, summed over all windows. `always` is not included. */
  submitted: number;
  /** Updates made. `always` is not included. */
  updated: number;
  /**
   * Updates cancelled because their window ended, because the entity had moved to `always` or to
   * another frame, or because `maxStep` threw an error or returned no positive number.
   */
  cancelled: number;
  /**
   * The longest wait at the beginning of the window, in periods of the entity's minimum rate; 1 if
   * all minimum rates are met. The entity with the longest wait in this unit is updated first, so
   * under overload all entities with minimum rates wait longer by about the same factor.
   */
  stretch: number;
  /**
   * The sum of all `elapsed` that updates have received, divided by the simulated time of the same entities; 1 is real time. Pending time is not yet received,
   * and `always` is not included. Computed at the beginning of each window for all windows before it, so it is 1 until the second window.
   */
  pace: number;
  /**
   * Time that `maxElapsed` cut off, and `elapsed` of updates that threw an error, summed over all entities. `always` is included. If `maxStep` has split an
   * update into parts, the parts before the error are not lost.
   */
  lostTime: number;
  /** Time for which no steps were made because the page was hidden, the machine was suspended, or a delay was too long. */
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
