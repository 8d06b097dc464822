import { Tinypool } from 'tinypool';
import { namedTasks } from './named-tasks.ts';
import type { PoolMaker } from './pool.ts';

/** Tinypool with threads that stay and have several tasks at once, and with a queue that knows what is urgent. */
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
