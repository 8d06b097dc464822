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

/** Counts since the loop was made. */
export interface LoopStatistics {
  /** Submissions of tasks, re-submissions included. */
  submitted: number;
  /** Callbacks of tasks, each step of a generator counted. */
  dispatched: number;
  /** Tasks dropped by a cancel, one by one or with their batch or their loop. */
  cancelled: number;
  /** Tasks dropped because their time was over. */
  expired: number;
  /** Callbacks of timers, and expiries of tasks. */
  fired: number;
  /** Periods of timers that were skipped. */
  skipped: number;
  /** Callbacks that threw or rejected. */
  failed: number;
  /** Turns given by the host or by `run`. */
  turns: number;
}
