import type * as tasks from './tasks.ts';

export type TaskName = keyof typeof tasks;

/** The argument of a task. */
export type Value = number | string;

/** The common interface of all worker pools of the benchmark. */
export interface Pool {
  /** Calls one of the functions of `tasks.ts` in a worker. */
  run(name: TaskName, value: Value): PromiseLike<unknown>;
  /** Calls a function whose result is not needed. Missing if the pool has no cheaper call for this. */
  post?(name: TaskName, value: Value): void;
  /** Extracts the function's result from the value of `run`. Missing if both are the same. */
  unwrap?(result: unknown): unknown;
  stop(): unknown;
}

/** Starts worker pools of one kind. */
export interface PoolMaker {
  readonly name: string;
  /** Names of the figures in which these pools take part. Missing: all figures. */
  readonly only?: readonly string[];
  /** Starts this number of workers. They may still be loading when the pool is returned. */
  start(workers: number): Pool | Promise<Pool>;
}
