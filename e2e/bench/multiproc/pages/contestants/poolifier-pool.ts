import { FixedThreadPool } from 'poolifier';
import type { PoolMaker, Value } from './pool.ts';

type Options = NonNullable<ConstructorParameters<typeof FixedThreadPool>[2]>;

/** poolifier with a fixed number of threads and without events. Without a queue it sends all calls at once. */
export function poolifierPool(name: string, script: string, options: Options = {}): PoolMaker {
  return {
    name,
    start(workers) {
      const pool = new FixedThreadPool<Value, Value>(workers, script, { enableEvents: false, ...options });
      return {
        run: (task, value) => pool.execute(value, task),
        stop: () => void pool.destroy(), // with a queue, this promise sometimes does not resolve
      };
    },
  };
}

/**
 * Adds a queue with priorities. A thread gets up to 8 tasks in advance, so it need not wait for
 * more.
 */
export const poolifierQueue: Options = {
  enableTasksQueue: true,
  tasksQueueOptions: { concurrency: 8 },
};
