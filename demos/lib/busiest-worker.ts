import type { MultiProcStatistics } from '@doha/multiproc';

/**
 * The index of the worker with the most tasks in flight; undefined if there is none. Ignores workers that have not completed a task yet: if a replacement
 * is lost before it has completed a task, the pool waits before it starts the next one, and longer each time.
 */
export function busiestWorker({ workers }: MultiProcStatistics): number | undefined {
  const [busiest] = workers
    .filter(({ completed }) => completed > 0)
    .toSorted((one, other) => other.inFlight - one.inFlight);
  return busiest?.index;
}
