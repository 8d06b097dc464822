import { type AnyWorker, MultiProc, type SubmitOptions } from '@doha/multiproc';
import { random } from '../../../../../demos/lib/random.ts';
import type { Pool, PoolMaker, TaskName, Value } from './pool.ts';
import type * as tasks from './tasks.ts';

type Tasks = typeof tasks;

/** Our worker pool with default options, except `window`. */
export function dohaPool(name: string, spawn: () => AnyWorker, window: number | 'auto' = 'auto'): PoolMaker {
  return {
    name,
    async start(workers) {
      const proc = await MultiProc.start<Tasks>({ workers, window, spawn });
      return poolOf(proc, () => undefined);
    },
  };
}

const colors = 100;

/** With every 50th task, one additional task is cancelled. */
const cancelEvery = 50;

/**
 * Our worker pool with more features: tasks have priorities and 100 colors, and some are cancelled.
 */
export function dohaPoolInUse(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    async start(workers) {
      const proc = await MultiProc.start<Tasks>({ workers, spawn });
      const cancelledTask = proc.task('urgent', { priority: -1 });
      const nextRandom = random(1);
      let submitted = 0;
      let stale = cancelledTask.submit([0]);
      const pool = poolOf(proc, () => {
        if (++submitted % cancelEvery === 0) {
          stale.cancel(); // submitted 50 tasks ago
          stale = cancelledTask.submit([0]);
        }
        return { priority: nextRandom(), color: submitted % colors };
      });
      return {
        ...pool,
        async stop() {
          await stale.result;
          proc.dispose();
        },
      };
    },
  };
}

function poolOf(proc: MultiProc<Tasks>, optionsOf: () => SubmitOptions | undefined): Pool {
  const kinds = {
    empty: proc.task('empty'),
    urgent: proc.task('urgent', { priority: 2 }),
    spin: proc.task('spin'),
    count: proc.task('count', { priority: -2 }),
  };
  const options = (name: TaskName): SubmitOptions | undefined =>
    name === 'empty' || name === 'spin' ? optionsOf() : undefined;
  return {
    run: (name, value) => kinds[name].submit([value as never], options(name)).result,
    post: (name, value) => kinds[name].post([value as never], options(name)),
    unwrap: (result) => (result as { value?: Value }).value,
    stop: () => proc.dispose(),
  };
}
