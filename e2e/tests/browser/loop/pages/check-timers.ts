import { EventLoop, Timer } from '@doha/loop';
import { fill } from '../../../../tools/pages/always-full.ts';
import { random } from '../../../../tools/pages/random.ts';
import { spin } from '../../../../tools/pages/spin.ts';

/** What was seen of timers with random release times, in an idle loop and in one that is always full. */
export interface TimersReport {
  readonly armed: number;
  readonly fired: number;
  /** Callbacks before the release time, by their own look at the clock or by what they were told. */
  readonly early: number;
  /** Callbacks after that of a later release time, or of the same release time and armed later. */
  readonly outOfOrder: number;
}

const armed = 200;

export async function checkTimers(): Promise<TimersReport> {
  const idle = await fireAll(new EventLoop());
  const busy = new EventLoop();
  fill(busy, () => spin(1000));
  const full = await fireAll(busy);
  return {
    armed: 2 * armed,
    fired: idle.fired + full.fired,
    early: idle.early + full.early,
    outOfOrder: idle.outOfOrder + full.outOfOrder,
  };
}

/** Arms timers of all kinds within 100 ms, among them some for the same moment. */
async function fireAll(loop: EventLoop): Promise<Omit<TimersReport, 'armed'>> {
  const chance = random(1);
  const start = performance.now();
  const report = { fired: 0, early: 0, outOfOrder: 0 };
  let last = { release: -Infinity, index: -1 };
  await new Promise<void>((resolve) => {
    for (let index = 0; index < armed; index++) {
      const at = start + (chance() < 0.5 ? Math.floor(chance() * 20) * 5 : chance() * 100);
      const maxLateness = [0.1, 1, 8][index % 3]!;
      const fire = (now: number, release: number): void => {
        if (performance.now() < at || now < release || release !== at) report.early++;
        if (release < last.release || (release === last.release && index < last.index)) report.outOfOrder++;
        last = { release, index };
        if (++report.fired === armed) resolve();
      };
      loop.submit(new Timer(fire, { at, maxLateness }));
    }
  });
  loop.dispose();
  return report;
}
