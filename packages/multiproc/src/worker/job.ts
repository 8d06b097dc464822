import { Task } from '@doha/loop';
import { NONE } from '../transport/message-format.ts';
import type { TaskFunction } from '../task/task-function.ts';
import type { Chain, Chained } from './color-chains.ts';

/** A task as the worker sees it. */
export class Job extends Task implements Chained<Job> {
  /** Index of its function. */
  readonly functionIndex: number;
  readonly body: TaskFunction;
  /** The pool's number of the task. NONE if the loop has taken the job, and its code must not run. */
  id: number = NONE;
  args: readonly unknown[] = none;
  priority = 0;
  /** Number of its color, or NONE. */
  color: number = NONE;
  /** Whether its result is sent back. */
  wantsResult = false;
  chain: Chain<Job> | undefined;
  before: Job | undefined;
  after: Job | undefined;
  higher: Job | undefined;
  lower: Job | undefined;
  /** Whether it has begun and is a generator. */
  isGenerator = false;
  /** Number of the turn in which it began to wait for a promise; -1 if it did not. */
  suspendedIn = -1;
  /** Run time so far in ms, without the current turn. */
  worked = 0;

  constructor(callback: (job: Task) => unknown, functionIndex: number, body: TaskFunction) {
    super(callback);
    this.functionIndex = functionIndex;
    this.body = body;
  }

  /** Releases all objects of the application. */
  clear(): void {
    this.args = none;
  }
}

const none: readonly unknown[] = [];
