import workerpool from 'workerpool';
import type { PoolMaker } from './pool.ts';
import { UrgentFirst } from './urgent-first.ts';

type Options = NonNullable<Parameters<typeof workerpool.pool>[1]>;
type Queue = Exclude<NonNullable<Options['queueStrategy']>, string>;
type Task = Parameters<Queue['push']>[0];

/** workerpool that starts all workers at once and takes urgent tasks from its queue first. It sends one task at a time to a worker. */
export function workerpoolPool(script: string, options: Options): PoolMaker {
  return {
    name: 'workerpool',
    start(workers) {
      const queueStrategy = urgentFirst();
      const pool = workerpool.pool(script, {
        ...options,
        minWorkers: workers,
        maxWorkers: workers,
        queueStrategy,
      });
      return {
        run: (name, value) => pool.exec(name, [value]),
        stop: () => pool.terminate(true),
      };
    },
  };
}

function urgentFirst(): Queue {
  const make = (): UrgentFirst<Task> => new UrgentFirst(({ method }) => method === 'urgent');
  let queue = make();
  return {
    push: (task) => queue.push(task),
    pop: () => queue.shift(),
    size: () => queue.size,
    contains: () => true, // called only for timeouts
    clear: () => void (queue = make()),
  };
}
