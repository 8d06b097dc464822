import { TableMissingError } from './tables/table-missing-error.ts';
import { WaitCycleError } from './task/wait-cycle-error.ts';
import { WorkerLostError } from './pool/worker-lost-error.ts';

/** The error classes of this package by name. Minification does not change these names. */
export const namedErrors: Readonly<Record<string, { readonly prototype: Error }>> = {
  TableMissingError,
  WaitCycleError,
  WorkerLostError,
};
