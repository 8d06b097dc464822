/** The duration of all tasks, and the conditions. */
export interface TableRun {
  readonly who: 'multiproc' | 'round robin';
  /** Whether one worker is slowed down to a quarter. */
  readonly isOneSlow: boolean;
  /** The share of tasks with a color of their own. */
  readonly unique?: number;
  readonly milliseconds: number;
}

/** The report of the page `table.html`. */
export interface TableReport {
  readonly cores: number;
  readonly runs: readonly TableRun[];
}
