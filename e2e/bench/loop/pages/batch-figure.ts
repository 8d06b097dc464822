import { EventLoop, Task } from '@doha/loop';
import { contest, type Contestant } from '../../pages/contest.ts';
import { checkCounts } from './drain-contestant.ts';
import { takeCounts } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/**
 * The time of `batch.cancel` alone, without `submit`. The control calls the same tasks directly.
 */
export const batchFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = [plainCalls(workload), batchCancel(workload)];
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

function plainCalls({ fillings, passes, tasks, expected }: Workload): Contestant {
  const name = 'plain calls';
  return {
    name,
    tasks,
    round() {
      takeCounts();
      let time = 0;
      for (let pass = 0; pass < passes; pass++) {
        for (const { inOrder } of fillings) {
          const start = performance.now();
          for (let position = 0; position < inOrder.length; position++) inOrder[position]!();
          time += performance.now() - start;
        }
      }
      checkCounts(name, takeCounts(), expected);
      return time;
    },
  };
}

export function batchCancel({ closures, fillings, passes, tasks }: Workload): Contestant {
  const name = '@doha/loop batch.cancel';
  const loop = new EventLoop({ host: performance });
  const batch = loop.batch();
  const queued = closures.map((closure) => new Task(closure));
  return {
    name,
    tasks,
    round() {
      takeCounts();
      let time = 0;
      let cancelled = 0;
      for (let pass = 0; pass < passes; pass++) {
        for (const { priorities } of fillings) {
          for (let index = 0; index < queued.length; index++)
            batch.submit(queued[index]!, priorities[index]!);
          const start = performance.now();
          cancelled += batch.cancel();
          time += performance.now() - start;
          loop.run({ budget: 1e9 });
        }
      }
      if (cancelled !== tasks || takeCounts().sum !== 0)
        throw new Error(`${name}: all tasks must be cancelled`);
      return time;
    },
  };
}
