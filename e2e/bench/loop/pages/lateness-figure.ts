import { EventLoop, type Host, Task, Timer } from '@doha/loop';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';
import type { Figure } from './figure.ts';

/**
 * A timer while tasks of constant duration are always runnable. The sizes are these durations in
 * µs. There are three series: the lateness of the timer in µs, the time per task in µs, and the
 * throughput as a fraction of the throughput of a driven loop with a stopped clock. Each series is
 * measured with a driven loop and with a loop that runs in turns of the platform (see `Kind`).
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
  /** Number of tasks to dispatch. */
  readonly count: number;
  readonly work: () => void;
}

/** `driven`: one call of `run` executes all tasks. `own turns`: the loop runs in turns of the platform. */
type Kind = 'driven' | 'own turns';

async function trials(kind: Kind, load: Load, rounds: number): Promise<Readonly<Record<string, number[]>>> {
  const lateness: number[] = [];
  const task: number[] = [];
  const throughput: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const withoutClock = await trial({ kind: 'driven', load, host: stoppedClock });
    const withClock = await trial({ kind, load, host: kind === 'driven' ? performance : undefined });
    if (round < 0) continue;
    lateness.push(...withClock.lateness);
    task.push((withClock.time * 1000) / load.count);
    throughput.push(withoutClock.time / withClock.time);
  }
  return { lateness, task, throughput };
}

/** Reading this clock costs nothing, and timers are never due. */
const stoppedClock: Host = { now: () => 0 };

interface Trial {
  readonly kind: Kind;
  readonly load: Load;
  readonly host: Host | undefined;
}

/** Enough tasks that one is always runnable, and few enough that the queue costs little. */
const alwaysRunnable = 64;
/** Period in ms. It is no multiple of the duration of a task, slice or frame. */
const period = Math.E;

async function trial({ kind, load, host }: Trial): Promise<{ lateness: number[]; time: number }> {
  const loop = new EventLoop(host ? { host } : {});
  const lateness: number[] = [];
  const timer = new Timer((_, release) => lateness.push((performance.now() - release) * 1000), {
    every: period,
  });
  let remaining = load.count;
  let finished = (): void => {};
  const all = new Promise<void>((resolve) => (finished = resolve));
  for (let index = 0; index < alwaysRunnable; index++) {
    const task: Task = new Task(() => {
      load.work();
      loop.submit(task, 0);
      if (--remaining > 0) return;
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
  if (remaining !== 0)
    throw new Error('Timer under load: the number of tasks that run must equal the requested number');
  if (lateness.some((late) => late < 0)) throw new Error('Timer under load: a timer must never be early');
  return { lateness, time };
}
