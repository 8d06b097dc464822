import { MultiProc } from '@doha/multiproc';
import type { Work } from './work.ts';
import type { worker } from './work.worker.ts';

type Functions = typeof worker.functions;

/**
 * One way to distribute tasks to workers. `run` resolves with the sum of the samples of all tasks.
 */
export interface Contestant {
  readonly slowDownFirst: (factor: number) => Promise<void> | void;
  readonly run: (tasks: readonly Work[]) => Promise<number>;
}

const sharedColors = 4;

/**
 * Starts a pool. `withUnique(share)` returns a contestant in which `share` of the tasks, 0 to 1, have
 * unique colors. The other tasks share four colors. Tasks of one color run one after another.
 */
export async function startMultiProc(workers: number): Promise<{
  readonly withUnique: (share: number) => Contestant;
}> {
  const proc = await MultiProc.start<Functions>({
    workers,
    spawn: () => new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' }),
  });
  const work = proc.task('work');
  const slowDownFirst = (factor: number): Promise<void> => proc.worker(0).call('slowDown', [factor]);
  return {
    withUnique: (share) => ({
      slowDownFirst,
      async run(tasks) {
        const submitted = tasks.map((task, index) =>
          work.submit([task], { color: (index * 0.618) % 1 < share ? `own ${index}` : index % sharedColors }),
        );
        const outcomes = await Promise.all(submitted.map(({ result }) => result));
        return outcomes.reduce(
          (sum, outcome) => sum + (outcome.status === 'done' ? sumOf(outcome.value) : NaN),
          0,
        );
      },
    }),
  };
}

/**
 * The control, without DOHA. At the start it posts each task as one message, to the workers in
 * turn.
 */
export function startRoundRobin(count: number): Contestant {
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./plain.worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    slowDownFirst: (factor) => workers[0]!.postMessage(factor),
    run: (tasks) =>
      new Promise((resolve) => {
        let left = tasks.length;
        let sum = 0;
        for (const worker of workers) {
          worker.onmessage = ({ data }: MessageEvent<Uint8ClampedArray>) => {
            sum += sumOf(data);
            if (--left === 0) resolve(sum);
          };
        }
        for (const [index, task] of tasks.entries()) workers[index % count]!.postMessage(task);
      }),
  };
}

function sumOf(samples: Uint8ClampedArray): number {
  let sum = 0;
  for (const sample of samples) sum += sample;
  return sum;
}
