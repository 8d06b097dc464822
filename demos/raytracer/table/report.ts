/** How long it took to do all tasks once, and under what. */
export interface TableRun {
  readonly who: 'multiproc' | 'round robin';
  /** One worker has a quarter of its time. */
  readonly isLimited: boolean;
  /** Share of the tasks that have a color of their own. */
  readonly unique?: number;
  readonly milliseconds: number;
}

/** What the page `table.html` leaves. */
export interface TableReport {
  readonly cores: number;
  readonly runs: readonly TableRun[];
}
