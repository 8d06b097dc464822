import { Recorder } from '@doha/monitor';
import { RecordingWriter } from '@doha/monitor/file';
import { contest, type Contestant } from '../../../pages/contest.ts';
import { type Drain, drainContestant } from '../drain-contestant.ts';
import type { Figure } from '../figure.ts';
import { driven } from '../loop-figure.ts';
import { makeWorkload, type Workload } from '../workload.ts';

/** Measures the cost of a probe: a loop runs all tasks in a call of `run`, without a probe and with different probes. */
export const probeFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = [
      drainContestant('no probe', workload, driven(workload)),
      drainContestant('an object without callbacks', workload, driven(workload, {})),
      drainContestant('a recorder', workload, driven(workload, new Recorder().loop())),
      drainContestant('a recorder, streamed to a file', workload, streamed(workload)),
      clockReadings(workload),
    ];
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

/** Also encodes the records of each filling for a file, whose bytes are discarded. */
function streamed(workload: Workload): Drain {
  const recorder = new Recorder({ capacity: 2 ** 17 }); // more than the records of a filling
  const follower = recorder.follow();
  const writer = new RecordingWriter(() => {}, { maxPending: 2 ** 30 });
  const drain = driven(workload, recorder.loop());
  return (filling) => {
    drain(filling);
    if (!writer.records(follower.take())) throw new Error('the sink must be fast enough');
  };
}

/** A contestant that only reads the clock, as often as a loop with a recorder does. */
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
