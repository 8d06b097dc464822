import type { EventLoop } from './event-loop.ts';
import type { Task } from './task.ts';

/** A batch with fewer tasks than this does not remove the tasks that have ended. */
const MIN_CLEANUP = 16;

/** A group of tasks that become stale together, such as the updates of one game frame. Created by `loop.batch()`. */
export class Batch {
  /** The loop of the tasks. */
  readonly loop: EventLoop;

  #tasks: Task[] = []; // includes some that have ended
  #limit = MIN_CLEANUP; // number of tasks at which those that have ended are removed

  constructor(loop: EventLoop) {
    this.loop = loop;
  }

  /**
   * Submits `task` to the loop as a part of this batch. The task leaves its former batch. Throws
   * the errors of {@link EventLoop.submit}.
   */
  submit(task: Task, priority: number): void {
    this.loop.submit(task, priority, this);
  }

  /** Adds a task that was submitted as a part of this batch. @internal */
  add(task: Task): void {
    if (this.#tasks.push(task) < this.#limit) return;
    const tasks = this.#tasks.filter((each) => this.#release(each));
    for (const each of tasks) each.batch = this;
    this.#tasks = tasks;
    this.#limit = Math.max(MIN_CLEANUP, tasks.length * 2);
  }

  /** Removes all tasks and returns them, the pending ones in the order of submission. @internal */
  takeAll(): Task[] {
    const tasks = this.#tasks.filter((task) => task.batch === this).toSorted((a, b) => a.slot - b.slot);
    this.#tasks = [];
    this.#limit = MIN_CLEANUP;
    return tasks;
  }

  /**
   * Returns whether the task is in this batch and has not ended. If so, clears its `batch`. So if the
   * task was added twice, only the first call for it returns true.
   */
  #release(task: Task): boolean {
    if (task.batch !== this || task.loop?.holds(task) !== true || Object.isFrozen(task)) return false;
    task.batch = undefined;
    return true;
  }

  /** Drops all pending tasks of the batch and returns their number. The batch can be used again. */
  cancel(): number {
    return this.loop.cancelAll(this);
  }
}
