import type { EventLoop } from './event-loop.ts';
import type { Task } from './task.ts';

/** Tasks that go stale together, such as the updates of one game frame. Made by `loop.batch()`. */
export class Batch {
  readonly loop: EventLoop;

  constructor(loop: EventLoop) {
    this.loop = loop;
  }

  /** Submits `task` to the loop as part of this batch; like {@link EventLoop.submit}. */
  submit(task: Task, priority: number): void {
    this.loop.submit(task, priority, this);
  }

  /** Drops all tasks of the batch that are still pending; returns how many. The batch can be filled again. */
  cancel(): number {
    return this.loop.cancelAll(this);
  }
}
