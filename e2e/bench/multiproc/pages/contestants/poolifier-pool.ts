import { FixedThreadPool } from 'poolifier';
import type { PoolMaker, Value } from './pool.ts';

type Options = NonNullable<ConstructorParameters<typeof FixedThreadPool>[2]>;

/** poolifier with a fixed number of threads and no events. As it is all calls are sent at once. */
export function poolifierPool(name: string, script: string, options: Options = {}): PoolMaker {
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
export const poolifierQueue: Options = {
  enableTasksQueue: true,
  tasksQueueOptions: { concurrency: 8 },
};
