import type { Length } from './length.ts';

/** A run through the tunnel without drawing, in Node or anywhere. */
export interface PoolRunOptions extends Length {
  readonly enemies: number;
  readonly seed: number;
  readonly workers: number;
  readonly isBalanced: boolean;
}

/** The figures of one thread, per counted second. */
export interface ThreadRun {
  readonly updates: number;
  readonly steps: number;
  /** Milliseconds of work. */
  readonly busy: number;
  /** Start times of the windows. */
  readonly windows: readonly number[];
}

/** Costs of a thread of the concurrent game, in ms. */
export interface ThreadCosts {
  /** Cost of each step, and of each step per enemy of the thread. */
  readonly step: number;
  readonly share: number;
  readonly update: number;
}

/** A run of one thread from which its costs follow, per second. */
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
