import type { Length } from './length.ts';

/** A run through the tunnel that nobody sees, in Node or anywhere. */
export interface PoolRunOptions extends Length {
  readonly enemies: number;
  readonly seed: number;
  readonly workers: number;
  readonly isBalanced: boolean;
}

/** What a thread did in it, per second of those that counted. */
export interface ThreadRun {
  readonly updates: number;
  readonly steps: number;
  /** Milliseconds of work. */
  readonly busy: number;
  /** When the windows began. */
  readonly windows: readonly number[];
}

/** What a thread of the concurrent game spends, in ms. */
export interface ThreadCosts {
  /** Of each step, and of each step for each enemy that the thread has. */
  readonly step: number;
  readonly share: number;
  readonly update: number;
}

/** A run of one thread, by which its costs are known: per second. */
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
  /** Cores that the threads share. */
  readonly cores: number;
  readonly seconds: number;
}
