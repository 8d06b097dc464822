import type { MultiProcStatistics } from '@doha/multiproc';

/** Workers of which one can be ended; a `MultiProc`. */
export interface Mortals {
  readonly stats: MultiProcStatistics;
  worker(index: number): { readonly terminate: () => boolean };
}

/**
 * Ends the worker that has most to lose. Returns whether there was one: those that have not ended a task yet are spared, for one that goes
 * three times before it has is not replaced.
 */
export function killOne(mortals: Mortals): boolean {
  const [most] = mortals.stats.workers
    .filter(({ completed }) => completed > 0)
    .toSorted((one, other) => other.inFlight - one.inFlight);
  return most !== undefined && mortals.worker(most.index).terminate();
}
