import { EventLoop, Task } from '@doha/loop';
import { contest, type Contestant } from '../../pages/contest.ts';
import { checkTally } from './drain-contestant.ts';
import { takeTally } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/** A batch goes stale as a whole; only the cancelling is timed, and, in the same way, the plain calls. */
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
      takeTally();
      let time = 0;
      for (let pass = 0; pass < passes; pass++) {
        for (const { inOrder } of fillings) {
          const start = performance.now();
          for (let place = 0; place < inOrder.length; place++) inOrder[place]!();
          time += performance.now() - start;
        }
      }
      checkTally(name, takeTally(), expected);
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
      takeTally();
      let time = 0;
      let dropped = 0;
      for (let pass = 0; pass < passes; pass++) {
        for (const { priorities } of fillings) {
          for (let index = 0; index < queued.length; index++)
            batch.submit(queued[index]!, priorities[index]!);
          const start = performance.now();
          dropped += batch.cancel();
          time += performance.now() - start;
          loop.run({ budget: 1e9 });
        }
      }
      if (dropped !== tasks || takeTally().sum !== 0) throw new Error(`${name}: all tasks must be dropped`);
      return time;
    },
  };
}
