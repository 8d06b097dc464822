import { Piscina } from 'piscina';
import type { PoolMaker } from './pool.ts';
import { UrgentFirst } from './urgent-first.ts';

/** Piscina with threads that stay and have several tasks at once, without its histograms, and with a queue that knows what is urgent. */
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
        taskQueue: urgentFirst(),
      });
      return {
        run: (name, value) => pool.run(value, { name }),
        stop: () => pool.destroy(),
      };
    },
  };
}

type Queue = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue']>;

function urgentFirst(): Queue {
  const queue = new UrgentFirst<{ readonly name: string }>(({ name }) => name === 'urgent');
  return {
    get size() {
      return queue.size;
    },
    push: (task) => queue.push(task as unknown as { readonly name: string }),
    unshift: (task) => queue.unshift(task as unknown as { readonly name: string }),
    shift: () => (queue.shift() ?? null) as unknown as ReturnType<Queue['shift']>,
    remove: () => {}, // only of what is aborted
  };
}
