import type { Queued } from '@doha/loop';
import type { Color } from './color.ts';
import type { CostEstimate } from './cost-estimate.ts';
import type { WorkerLoad } from './worker-load.ts';

/** What the scheduler knows of a task: how much it matters and what it may not run beside. Its owner keeps it until it has ended. */
export interface Job extends Queued {
  /** Any finite number; higher goes first. The scheduler is told when it changes. */
  readonly priority: number;
  /** Where it waits. While a worker has the job, its owner may use the slot. */
  slot: number;
  /** What its function costs. */
  readonly cost: CostEstimate;
  /**
   * What it was expected to take when it was sent, in whole ns at speed 1; belongs to the scheduler. A small integer is stored inside the
   * object, and a fraction beside it.
   */
  expected: number;
  /** Which of the messages to its worker holds it; belongs to the scheduler. */
  sentIn: number;
  /** Whether it has begun and waits for other jobs or for a promise; belongs to the scheduler. */
  waits: boolean;
  /** Where it waits behind those of its color; belongs to the scheduler. */
  color: Color | undefined;
  /** The worker that has it; belongs to the scheduler. */
  worker: WorkerLoad | undefined;
}
