import type { EventLoop } from './event-loop.ts';
import type { Task } from './task.ts';

/** A group of tasks that become stale together, such as the updates of one game frame. Created by `loop.batch()`. */
export class Batch {
  /** The loop of the tasks. */
  readonly loop: EventLoop;

  constructor(loop: EventLoop) {
    this.loop = loop;
  }

  /** Submits `task` to the loop as a part of this batch. Throws the errors of {@link EventLoop.submit}. */
  submit(task: Task, priority: number): void {
    this.loop.submit(task, priority, this);
  }

  /** Drops all pending tasks of the batch and returns their number. The batch can be used again. */
  cancel(): number {
    return this.loop.cancelAll(this);
  }
}
