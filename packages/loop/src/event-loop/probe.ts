import type { DropReason, Task } from './task.ts';
import type { Timer } from './timer.ts';

/**
 * Callbacks for measurements, such as those of `@doha/monitor`. They must not call methods of the loop. Times are in ms on the clock of the host. If tasks
 * run directly one after another, the loop reads the clock only once between two of them: the `start` of a task is the `end` of the task before it.
 */
export interface Probe {
  /** Called after each callback of a task, and after each step of a generator. `priority`: that of the task when it was chosen. */
  ran?(task: Task, start: number, end: number, priority: number): void;
  /** Called after each callback of a timer. `release`: the time at which it was due. */
  fired?(timer: Timer, start: number, end: number, release: number): void;
  /** Called when a task is dropped. */
  dropped?(task: Task, reason: DropReason): void;
  /** Called after each turn. */
  turned?(start: number, end: number): void;
}
