import { EventLoop, Task } from '@doha/loop';
import PQueue from 'p-queue';
import { unstable_scheduleCallback as scheduleCallback } from 'scheduler';
import { contest, type Contestant } from '../../pages/contest.ts';
import { checkTally } from './drain-contestant.ts';
import { takeTally } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { makeWorkload, type Filling, type Workload } from './workload.ts';

/** The whole loop as it runs by itself: submit all, and wait until the last has run in later turns of the platform. */
export const turnsFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = Object.entries(turnsDrains)
      .filter(([name]) => takesPart(name, size))
      .map(([name, prepare]) => turnsContestant(name, workload, prepare(workload)));
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

/** A queue that is an array kept in order takes a minute for what the others do in no time. */
const mostForPQueue = 10_000;

function takesPart(name: string, size: number): boolean {
  return (
    (name !== postTaskName || 'scheduler' in globalThis) && (name !== 'p-queue' || size <= mostForPQueue)
  );
}

/** Fills the scheduler; resolves when the last task has run. */
type TurnsDrain = (filling: Filling) => Promise<unknown>;

const postTaskName = 'scheduler.postTask';

/** How each contestant goes about it. What knows priorities only roughly has an easier task and is checked less strictly. */
export const turnsDrains: Readonly<Record<string, (workload: Workload) => TurnsDrain>> = {
  '@doha/loop': doha,
  'React scheduler': react,
  [postTaskName]: postTask,
  'p-queue': pQueue,
};

const exact = new Set(['@doha/loop', 'p-queue']);

export function turnsContestant(name: string, workload: Workload, drain: TurnsDrain): Contestant {
  const { fillings, passes, tasks, expected } = workload;
  return {
    name,
    tasks,
    async round() {
      takeTally();
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) for (const filling of fillings) await drain(filling);
      const time = performance.now() - start;
      checkTally(name, takeTally(), expected, exact.has(name) ? 'exact' : 'any');
      return time;
    },
  };
}

function doha({ closures }: Workload): TurnsDrain {
  const loop = new EventLoop();
  const tasks = closures.map((closure) => new Task(closure));
  let finished = (): void => {};
  const last = new Task(() => finished());
  return ({ priorities }) => {
    for (let index = 0; index < tasks.length; index++) loop.submit(tasks[index]!, priorities[index]!);
    loop.submit(last, -1);
    return new Promise<void>((resolve) => (finished = resolve));
  };
}

/** Five levels; the first in comes first within a level, and the last task is of the lowest. */
function react({ closures }: Workload): TurnsDrain {
  return ({ priorities }) => {
    for (let index = 0; index < closures.length; index++) {
      scheduleCallback(1 + Math.floor((1 - priorities[index]!) * 5), closures[index]!);
    }
    return new Promise<void>((resolve) => {
      scheduleCallback(5, () => resolve());
    });
  };
}

interface PostTask {
  postTask(callback: () => void, options: { priority: string }): Promise<void>;
}

const levels = ['background', 'user-visible', 'user-blocking'].map((priority) => ({ priority }));

/** Three levels. */
function postTask({ closures }: Workload): TurnsDrain {
  const { scheduler } = globalThis as unknown as { scheduler: PostTask };
  return ({ priorities }) => {
    for (let index = 0; index < closures.length; index++) {
      void scheduler.postTask(closures[index]!, levels[Math.floor(priorities[index]! * 3)]!);
    }
    return scheduler.postTask(() => {}, levels[0]!);
  };
}

/** Exact priorities; it starts what it can at once, so it is held until all are in. */
function pQueue({ closures }: Workload): TurnsDrain {
  const queue = new PQueue({ concurrency: 1 });
  return ({ priorities }) => {
    queue.pause();
    for (let index = 0; index < closures.length; index++) {
      void queue.add(closures[index]!, { priority: priorities[index]! });
    }
    queue.start();
    return queue.onIdle();
  };
}
