import type * as tasks from './tasks.ts';

export type TaskName = keyof typeof tasks;

/** What is passed to a task. */
export type Value = number | string;

/** Workers that do tasks, whoever wrote what is between. */
export interface Pool {
  /** Has a worker call one of the functions of `tasks.ts`. */
  run(name: TaskName, value: Value): PromiseLike<unknown>;
  /** As `run`, when nobody wants the result; missing where that makes no difference. */
  forget?(name: TaskName, value: Value): void;
  /** What the function has given; missing where it is what `run` resolves to. */
  unwrap?(result: unknown): unknown;
  stop(): unknown;
}

/** Somebody who makes pools. */
export interface PoolMaker {
  readonly name: string;
  /** The figures that it takes part in; missing: all. */
  readonly only?: readonly string[];
  /** Starts so many workers; they need not have answered yet. */
  start(workers: number): Pool | Promise<Pool>;
}
