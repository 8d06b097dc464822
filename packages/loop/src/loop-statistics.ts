/** Counts since the loop was made. */
export interface LoopStatistics {
  /** Submissions of tasks, re-submissions included. */
  submitted: number;
  /** Callbacks of tasks, each step of a generator counted. */
  dispatched: number;
  /** Tasks dropped by a cancel, one by one or with their batch or their loop. */
  cancelled: number;
  /** Tasks dropped because their time was over. */
  expired: number;
  /** Callbacks of timers, and expiries of tasks. */
  fired: number;
  /** Periods of timers that were skipped. */
  skipped: number;
  /** Callbacks that threw or rejected. */
  failed: number;
  /** Turns given by the host or by `run`. */
  turns: number;
}

/** The statistics of a new loop. */
export function createLoopStatistics(): LoopStatistics {
  return {
    submitted: 0,
    dispatched: 0,
    cancelled: 0,
    expired: 0,
    fired: 0,
    skipped: 0,
    failed: 0,
    turns: 0,
  };
}
