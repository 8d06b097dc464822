import { Piscina } from 'piscina';
import { namedTasks } from './named-tasks.ts';
import type { PoolMaker } from './pool.ts';

/** Piscina with a fixed number of threads, up to 8 tasks per thread, a queue that gives out urgent tasks first, and no histograms. */
export function piscinaPool(filename: string): PoolMaker {
  return {
    name: 'piscina',
    start(workers) {
      const pool = new Piscina({
        filename,
        minThreads: workers,
        maxThreads: workers,
        idleTimeout: Infinity,
        concurrentTasksPerWorker: 8,
        recordTiming: false,
        stricterFIFO: true,
        taskQueue: namedTasks(),
      });
      return {
        run: (name, value) => pool.run(value, { name }),
        stop: () => pool.destroy(),
      };
    },
  };
}
