import { EventLoop, Task } from '@doha/loop';
import PQueue from 'p-queue';
import { unstable_scheduleCallback as scheduleCallback } from 'scheduler';
import { contest, type Contestant } from '../../pages/contest.ts';
import { checkCounts } from './drain-contestant.ts';
import { takeCounts } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { makeWorkload, type Filling, type Workload } from './workload.ts';

/** The whole loop in turns of the platform: submits all tasks and waits until the last one has run. */
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

/** Maximum number of pending tasks for p-queue. With more, its sorted array takes minutes. */
const maxForPQueue = 10_000;

function takesPart(name: string, size: number): boolean {
  return (name !== postTaskName || 'scheduler' in globalThis) && (name !== 'p-queue' || size <= maxForPQueue);
}

/** Fills the scheduler. The promise resolves when the last task has run. */
type TurnsDrain = (filling: Filling) => Promise<unknown>;

const postTaskName = 'scheduler.postTask';

/** For each contestant, a function that fills its loop and runs it until it is empty. */
export const turnsDrains: Readonly<Record<string, (workload: Workload) => TurnsDrain>> = {
  '@doha/loop': doha,
  'React scheduler': react,
  [postTaskName]: postTask,
  'p-queue': pQueue,
};

/** Contestants that must run tasks exactly by priority. The others have only a few priority levels. */
const exact = new Set(['@doha/loop', 'p-queue']);

export function turnsContestant(name: string, workload: Workload, drain: TurnsDrain): Contestant {
  const { fillings, passes, tasks, expected } = workload;
  return {
    name,
    tasks,
    async round() {
      takeCounts();
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) for (const filling of fillings) await drain(filling);
      const time = performance.now() - start;
      checkCounts(name, takeCounts(), expected, exact.has(name) ? 'exact' : 'any');
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

/**
 * Five levels, each first in, first out. So a last task in the lowest level runs after all others.
 */
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

/** Exact priorities. p-queue starts tasks at once, so it is paused until all are submitted. */
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
