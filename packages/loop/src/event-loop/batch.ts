import type { EventLoop } from './event-loop.ts';
import type { Task } from './task.ts';

/** Fewer tasks than this may stay noted after their end. */
const FEW = 16;

/** A group of tasks that become stale together, such as the updates of one game frame. Created by `loop.batch()`. */
export class Batch {
  /** The loop of the tasks. */
  readonly loop: EventLoop;

  #tasks: Task[] = []; // also some that have ended since
  #limit = FEW; // of tasks, until those that have ended are removed

  constructor(loop: EventLoop) {
    this.loop = loop;
  }

  /** Submits `task` to the loop as a part of this batch, and of no other batch. Throws the errors of {@link EventLoop.submit}. */
  submit(task: Task, priority: number): void {
    this.loop.submit(task, priority, this);
  }

  /** Notes a task that was submitted as a part of this batch. @internal */
  add(task: Task): void {
    if (this.#tasks.push(task) < this.#limit) return;
    const tasks = this.#tasks.filter((each) => this.#release(each));
    for (const each of tasks) each.batch = this;
    this.#tasks = tasks;
    this.#limit = Math.max(FEW, tasks.length * 2);
  }

  /** Forgets its tasks and returns them; those that are pending come in the order of submission. @internal */
  takeAll(): Task[] {
    const tasks = this.#tasks.filter((task) => task.batch === this).toSorted((a, b) => a.slot - b.slot);
    this.#tasks = [];
    this.#limit = FEW;
    return tasks;
  }

  /** Returns whether the task has not ended. Takes it out of the batch, so that a task that was noted twice is kept once. */
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
