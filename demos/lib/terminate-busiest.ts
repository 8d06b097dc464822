import type { MultiProcStatistics } from '@doha/multiproc';

/** Workers that can be terminated, such as those of a `MultiProc`. */
export interface TerminableWorkers {
  readonly stats: MultiProcStatistics;
  worker(index: number): { readonly terminate: () => boolean };
}

/**
 * Terminates the worker with the most tasks in flight. Returns false if no worker could be
 * terminated. Ignores workers that have not completed a task yet: if a replacement is lost before it
 * has completed a task, the pool waits before it starts the next one, and longer each time.
 */
export function terminateBusiest(workers: TerminableWorkers): boolean {
  const [busiest] = workers.stats.workers
    .filter(({ completed }) => completed > 0)
    .toSorted((one, other) => other.inFlight - one.inFlight);
  return busiest !== undefined && workers.worker(busiest.index).terminate();
}
