import type { Queued } from '@doha/loop';
import type { Color } from './color.ts';
import type { CostEstimate } from './cost-estimate.ts';
import type { WorkerLoad } from './worker-load.ts';

/** A task as the scheduler sees it. The object that submitted it, its owner, keeps it until it has ended. */
export interface Job extends Queued {
  /** Any finite number; higher goes first. The owner reports changes to the scheduler. */
  readonly priority: number;
  /** Position in its queue. While a worker has the job, its owner may use the slot. */
  slot: number;
  /** Cost estimate of its function. */
  readonly cost: CostEstimate;
  /**
   * Expected run time at the moment of sending, in whole ns at speed 1. Belongs to the scheduler.
   * V8 stores a small integer inside the object, but a fraction in a separate one.
   */
  expected: number;
  /** Number of the message that contains the job. Only messages with jobs are counted, for each worker. Belongs to the scheduler. */
  sentIn: number;
  /** Whether the job has begun and waits for other jobs or for a promise. Belongs to the scheduler. */
  waits: boolean;
  /** Its color, if any: the job runs after all earlier jobs of the color. Belongs to the scheduler. */
  color: Color | undefined;
  /** The worker that has the job. Belongs to the scheduler. */
  worker: WorkerLoad | undefined;
}
