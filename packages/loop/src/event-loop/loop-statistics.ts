/** Counters since the loop was created. */
export interface LoopStatistics {
  /** Number of submissions of tasks. A change of the priority of a waiting task counts as a submission. Submissions of timers do not count. */
  submitted: number;
  /** Calls of task callbacks. Each step of a generator counts. */
  dispatched: number;
  /** Tasks dropped by `cancel`, `cancelAll` or `dispose`. */
  cancelled: number;
  /** Tasks dropped because their `expiresIn` had passed. */
  expired: number;
  /** Calls of timer callbacks, including the expiry timers of tasks. */
  fired: number;
  /** Periods of timers that were skipped. */
  skipped: number;
  /** Errors passed to `onError`. */
  failed: number;
  /** Turns, including calls of `run`. */
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
