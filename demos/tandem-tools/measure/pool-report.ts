import type { RecordedTime } from './recorded-time.ts';

/** Options of a run through the tunnel without drawing. */
export interface PoolRunOptions extends RecordedTime {
  readonly enemies: number;
  readonly seed: number;
  readonly workers: number;
  readonly isBalanced: boolean;
}

/** The figures of one thread. All except `windows` are per second of the counted time. */
export interface ThreadRun {
  readonly updates: number;
  readonly steps: number;
  /** Milliseconds of work. */
  readonly busy: number;
  /** Start times of the windows in ms, on the page's clock. */
  readonly windows: readonly number[];
}

/** Costs of a thread of the concurrent game, in ms. */
export interface ThreadCosts {
  /** Cost of each step. */
  readonly step: number;
  /** Additional cost of each step per enemy of the thread. */
  readonly share: number;
  readonly update: number;
}

/** Figures of a run of one thread, per second. The costs of the thread are computed from them. */
export interface MeasuredThread {
  readonly enemies: number;
  readonly steps: number;
  readonly updates: number;
  readonly busy: number;
}

export interface PredictPoolOptions {
  readonly enemies: number;
  readonly seed: number;
  readonly workers: number;
  readonly costs: ThreadCosts;
  /** Number of cores that the threads share. */
  readonly cores: number;
  readonly seconds: number;
}
