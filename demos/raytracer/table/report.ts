/** A run of all tasks by one contestant: its conditions and its duration. */
export interface SpeedRun {
  readonly who: 'multiproc' | 'round robin';
  /** Whether one worker is slowed down to a quarter. */
  readonly isOneSlow: boolean;
  /** The share of tasks with a color of their own. */
  readonly unique?: number;
  readonly milliseconds: number;
}

/** The report of the page `table.html`. */
export interface ComparisonReport {
  readonly cores: number;
  readonly runs: readonly SpeedRun[];
}
