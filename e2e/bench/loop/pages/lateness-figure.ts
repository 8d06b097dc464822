import { EventLoop, type Host, Task, Timer } from '@doha/loop';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';
import type { Figure } from './figure.ts';

/**
 * A timer under tasks that are always runnable and take a steady time; the sizes are these times in µs. Three kinds of series:
 * the timer's lateness in µs, the time per task in µs, and the throughput as a share of that of the same loop where it cannot
 * read the clock, once for a loop that is driven and once for one that lives on turns of the platform.
 */
export const latenessFigure: Figure = async ({ sizes, rounds, milliseconds }) => {
  const steps = stepsPerMicrosecond();
  const series = [];
  for (const size of sizes) {
    const count = Math.max(50, Math.round((milliseconds * 1000) / size));
    const load: Load = { count, work: () => spin(Math.round(size * steps)) };
    for (const kind of ['driven', 'own turns'] as const) {
      const found = await trials(kind, load, rounds);
      for (const [quantity, values] of Object.entries(found)) {
        series.push({ name: `${quantity}, ${kind}`, size, values });
      }
    }
  }
  return series;
};

interface Load {
  /** Tasks to dispatch. */
  readonly count: number;
  readonly work: () => void;
}

/** How the loop gets its time: all at once, or as the platform gives it turns. */
type Kind = 'driven' | 'own turns';

async function trials(kind: Kind, load: Load, rounds: number): Promise<Readonly<Record<string, number[]>>> {
  const lateness: number[] = [];
  const task: number[] = [];
  const throughput: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const blind = await trial({ kind: 'driven', load, host: stoppedClock });
    const seeing = await trial({ kind, load, host: kind === 'driven' ? performance : undefined });
    if (round < 0) continue;
    lateness.push(...seeing.lateness);
    task.push((seeing.time * 1000) / load.count);
    throughput.push(blind.time / seeing.time);
  }
  return { lateness, task, throughput };
}

/** Timers are never due, and reading the clock costs nothing. */
const stoppedClock: Host = { now: () => 0 };

interface Trial {
  readonly kind: Kind;
  readonly load: Load;
  readonly host: Host | undefined;
}

/** Enough that there is always one more, and few enough that the queue costs little. */
const alwaysRunnable = 64;
/** ms; has nothing in common with the lengths of tasks, slices and frames. */
const period = Math.E;

async function trial({ kind, load, host }: Trial): Promise<{ lateness: number[]; time: number }> {
  const loop = new EventLoop(host ? { host } : {});
  const lateness: number[] = [];
  const timer = new Timer((_, release) => lateness.push((performance.now() - release) * 1000), {
    every: period,
  });
  let left = load.count;
  let finished = (): void => {};
  const all = new Promise<void>((resolve) => (finished = resolve));
  for (let index = 0; index < alwaysRunnable; index++) {
    const task: Task = new Task(() => {
      load.work();
      loop.submit(task, 0);
      if (--left > 0) return;
      loop.stop();
      finished();
    });
    loop.submit(task, 0);
  }
  loop.submit(timer);

  const start = performance.now();
  if (kind === 'driven') loop.run({ budget: 1e9 });
  await all;
  const time = performance.now() - start;
  loop.dispose();
  if (left !== 0) throw new Error('Timer under load: as many tasks must run as were asked for');
  if (lateness.some((late) => late < 0)) throw new Error('Timer under load: a timer must never be early');
  return { lateness, time };
}
