import { EventLoop, Timer } from '@doha/loop';
import { fill } from '../../../../tools/pages/always-full.ts';
import { random } from '../../../../../demos/lib/random.ts';
import { spin } from '../../../../tools/pages/spin.ts';

/** Results of timers with random release times, in an idle loop and in one that always has tasks. */
export interface TimersReport {
  readonly submitted: number;
  readonly fired: number;
  /** Callbacks that ran before their release time, or whose argument `release` was wrong. */
  readonly early: number;
  /** Callbacks in the wrong order: after a timer with a later release time, or after a timer with the same release time that was submitted later. */
  readonly outOfOrder: number;
}

const submitted = 200;

export async function checkTimers(): Promise<TimersReport> {
  const idle = await fireAll(new EventLoop());
  const busy = new EventLoop();
  fill(busy, () => spin(1000));
  const full = await fireAll(busy);
  return {
    submitted: 2 * submitted,
    fired: idle.fired + full.fired,
    early: idle.early + full.early,
    outOfOrder: idle.outOfOrder + full.outOfOrder,
  };
}

/** Submits timers with different options. Their release times lie in the next 100 ms, and some are the same. */
async function fireAll(loop: EventLoop): Promise<Omit<TimersReport, 'submitted'>> {
  const nextRandom = random(1);
  const start = performance.now();
  const report = { fired: 0, early: 0, outOfOrder: 0 };
  let last = { release: -Infinity, index: -1 };
  await new Promise<void>((resolve) => {
    for (let index = 0; index < submitted; index++) {
      const at = start + (nextRandom() < 0.5 ? Math.floor(nextRandom() * 20) * 5 : nextRandom() * 100);
      const maxLateness = [0.1, 1, 8][index % 3]!;
      const fire = (now: number, release: number): void => {
        if (performance.now() < at || now < release || release !== at) report.early++;
        if (release < last.release || (release === last.release && index < last.index)) report.outOfOrder++;
        last = { release, index };
        if (++report.fired === submitted) resolve();
      };
      loop.submit(new Timer(fire, { at, maxLateness }));
    }
  });
  loop.dispose();
  return report;
}
