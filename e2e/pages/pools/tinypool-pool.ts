import { Tinypool } from 'tinypool';
import type { PoolMaker } from './pool.ts';
import { UrgentFirst } from './urgent-first.ts';

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
        taskQueue: urgentFirst(),
      });
      return {
        run: (name, value) => pool.run(value, { name }),
        stop: () => pool.destroy(),
      };
    },
  };
}

type Queue = NonNullable<NonNullable<ConstructorParameters<typeof Tinypool>[0]>['taskQueue']>;

function urgentFirst(): Queue {
  const queue = new UrgentFirst<{ readonly name: string }>(({ name }) => name === 'urgent');
  return {
    get size() {
      return queue.size;
    },
    push: (task) => queue.push(task as unknown as { readonly name: string }),
    shift: () => (queue.shift() ?? null) as unknown as ReturnType<Queue['shift']>,
    remove: () => {}, // only of what is aborted
    cancel: () => {}, // only by `cancelPendingTasks`
  };
}
