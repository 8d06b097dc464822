import type { DropReason, Task } from './task.ts';
import type { Timer } from './timer.ts';

/** Callbacks for measuring; an absent one costs nothing. They must not touch the loop. Times in ms, on the clock of its host. */
export interface Probe {
  /** After each callback of a task (each step of a generator) and of a timer. */
  dispatched?(source: Task | Timer, start: number, end: number): void;
  /** When a task is dropped. */
  dropped?(task: Task, reason: DropReason): void;
  /** After each turn. */
  turned?(start: number, end: number): void;
}
