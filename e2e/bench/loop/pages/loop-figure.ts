import { EventLoop, type Probe, Task } from '@doha/loop';
import { contest } from '../../pages/contest.ts';
import { drainContestant, type Drain } from './drain-contestant.ts';
import type { Figure } from './figure.ts';
import { plainCalls } from './queue-figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/** Measures the whole loop: all tasks are submitted, then a call of `run`, as in the frame callback of an application, runs them. */
export const loopFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = [
      drainContestant('plain calls', workload, plainCalls()),
      drainContestant('@doha/loop', workload, driven(workload)),
    ];
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

export function driven({ closures }: Workload, probe?: Probe): Drain {
  const loop = new EventLoop({ host: performance, probe });
  const tasks = closures.map((closure) => new Task(closure));
  return ({ priorities }) => {
    for (let index = 0; index < tasks.length; index++) loop.submit(tasks[index]!, priorities[index]!);
    loop.run({ budget: 1e9 });
  };
}
