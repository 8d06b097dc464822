import { FixedThreadPool, type PoolOptions } from 'poolifier';
import type { Worker } from 'node:worker_threads';
import type { PoolMaker, Value } from './pool.ts';

/** poolifier with a fixed number of threads and no events. As it is all calls are sent at once. */
export function poolifierPool(name: string, script: string, options: PoolOptions<Worker> = {}): PoolMaker {
  return {
    name,
    start(workers) {
      const pool = new FixedThreadPool<Value, Value>(workers, script, { enableEvents: false, ...options });
      return {
        run: (task, value) => pool.execute(value, task),
        stop: () => void pool.destroy(), // with a queue, what it promises is now and then not kept
      };
    },
  };
}

/** With its queue, which knows priorities; a few tasks are sent ahead, so that no thread need wait. */
export const poolifierQueue: PoolOptions<Worker> = {
  enableTasksQueue: true,
  tasksQueueOptions: { concurrency: 8 },
};
