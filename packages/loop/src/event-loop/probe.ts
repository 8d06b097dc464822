import type { DropReason, Task } from './task.ts';
import type { Timer } from './timer.ts';

/** Callbacks for measurements. They must not call methods of the loop. Times are in ms on the clock of the host. */
export interface Probe {
  /** Called after each callback of a task or timer, and after each step of a generator. */
  dispatched?(source: Task | Timer, start: number, end: number): void;
  /** Called when a task is dropped. */
  dropped?(task: Task, reason: DropReason): void;
  /** Called after each turn. */
  turned?(start: number, end: number): void;
}
