import { Recorder } from '@doha/monitor';
import { contest, type Contestant } from '../../pages/contest.ts';
import { drainContestant } from './drain-contestant.ts';
import type { Figure } from './figure.ts';
import { driven } from './loop-figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/** The cost of a probe: the whole loop in a frame of the application, without a probe and with different ones. */
export const probeFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = [
      drainContestant('no probe', workload, driven(workload)),
      drainContestant('an object without callbacks', workload, driven(workload, {})),
      drainContestant('a recorder', workload, driven(workload, new Recorder().loop())),
      clockReadings(workload),
    ];
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

/** Reads the clock as often as a loop with a recorder does, and nothing else. */
function clockReadings({ tasks }: Workload): Contestant {
  return {
    name: 'readings of the clock',
    tasks,
    round() {
      const start = performance.now();
      let now = start;
      for (let reading = 0; reading < tasks; reading++) now = performance.now();
      return now - start;
    },
  };
}
