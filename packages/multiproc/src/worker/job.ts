import { Task } from '@doha/loop';
import { NONE } from '../transport/message-format.ts';
import type { TaskFunction } from '../task/task-function.ts';
import type { Chain, Chained } from './color-chains.ts';

/** A task that another thread has asked for. */
export class Job extends Task implements Chained<Job> {
  /** The index of its function. */
  readonly functionIndex: number;
  readonly body: TaskFunction;
  /** What the thread that asked for it calls it. */
  id = -1;
  args: readonly unknown[] = none;
  priority = 0;
  /** The number of its color, or NONE. */
  color: number = NONE;
  /** Whether anybody wants its value. */
  wantsResult = false;
  chain: Chain<Job> | undefined;
  before: Job | undefined;
  after: Job | undefined;
  higher: Job | undefined;
  lower: Job | undefined;
  /** Whether it has begun and is a generator. */
  isGenerator = false;
  /** The turn in which it began to wait for a promise; -1 if it did not. */
  suspendedIn = -1;
  /** Milliseconds for which it has worked and that are over. */
  worked = 0;

  constructor(callback: (job: Task) => unknown, functionIndex: number, body: TaskFunction) {
    super(callback);
    this.functionIndex = functionIndex;
    this.body = body;
  }

  /** It has ended, and holds nothing of the application any more. */
  clear(): void {
    this.args = none;
  }
}

const none: readonly unknown[] = [];
