import { TableMissingError } from './tables/table-missing-error.ts';
import { WaitCycleError } from './task/wait-cycle-error.ts';
import { PoolClosedError } from './pool-closed-error.ts';
import { QueueFullError } from './pool/queue-full-error.ts';
import { TaskDroppedError } from './task/task-dropped-error.ts';
import { WorkerLostError } from './pool/worker-lost-error.ts';

/** The error classes of this package by name. Minification does not change these names. */
export const namedErrors: Readonly<Record<string, { readonly prototype: Error }>> = {
  PoolClosedError,
  QueueFullError,
  TableMissingError,
  TaskDroppedError,
  WaitCycleError,
  WorkerLostError,
};
