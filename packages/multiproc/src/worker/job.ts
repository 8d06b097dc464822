import { Task } from '@doha/loop';
import type { Chained } from './color-chains.ts';

/** A function that tasks call. A generator function lets more important work go first at each `yield`. */
export type TaskFunction = (...args: never[]) => unknown;

export interface JobOptions {
  /** What the thread that asked for it calls it. */
  readonly id: number;
  /** The index of its function. */
  readonly place: number;
  readonly body: TaskFunction;
  readonly args: readonly unknown[];
  readonly priority: number;
  /** The number of its color, or NONE. */
  readonly color: number;
  /** Whether anybody wants its value. */
  readonly isWanted: boolean;
}

/** A task that another thread has asked for. */
export class Job extends Task implements Chained<Job> {
  readonly id: number;
  /** The index of its function. */
  readonly place: number;
  readonly body: TaskFunction;
  readonly args: readonly unknown[];
  readonly priority: number;
  readonly color: number;
  readonly isWanted: boolean;
  before: Job | undefined;
  after: Job | undefined;
  /** The turn in which it began to wait for a promise; -1 if it did not. */
  suspendedIn = -1;
  /** Milliseconds for which it has worked. */
  worked = 0;

  constructor(callback: (job: Task) => unknown, options: JobOptions) {
    super(callback);
    const { id, place, body, args, priority, color, isWanted } = options;
    this.id = id;
    this.place = place;
    this.body = body;
    this.args = args;
    this.priority = priority;
    this.color = color;
    this.isWanted = isWanted;
  }
}
