import { Tinypool } from 'tinypool';
import { namedTasks } from './named-tasks.ts';
import type { PoolMaker } from './pool.ts';

/** Tinypool with a fixed number of threads, several tasks per thread, and a queue with urgent tasks. */
export function tinypoolPool(filename: string): PoolMaker {
  return {
    name: 'tinypool',
    start(workers) {
      const pool = new Tinypool({
        filename,
        minThreads: workers,
        maxThreads: workers,
        concurrentTasksPerWorker: 8,
        taskQueue: namedTasks(),
      });
      return {
        run: (name, value) => pool.run(value, { name }),
        stop: () => pool.destroy(),
      };
    },
  };
}
