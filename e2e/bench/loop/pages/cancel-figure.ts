import { EventLoop, PriorityQueue, Task } from '@doha/loop';
import TinyQueue from 'tinyqueue';
import { contest, type Contestant } from '../../pages/contest.ts';
import { takeCounts } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { byPriority, type Item } from './queue-figure.ts';
import { makeWorkload, type Filling, type Workload } from './workload.ts';

/** Measures cancellation: all tasks are submitted, then cancelled one by one in random order. None of them runs. */
export const cancelFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = Object.entries(cancellations).map(([name, prepare]) =>
      cancelContestant(name, workload, prepare(workload)),
    );
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

/** Submits all tasks, cancels each task, and runs the tasks that are left. Returns the number of cancelled tasks. */
type Cancellation = (filling: Filling) => number;

export const cancellations: Readonly<Record<string, (workload: Workload) => Cancellation>> = {
  '@doha/loop': dohaLoop,
  '@doha/loop queue': dohaQueue,
  'tinyqueue, dead flags': tinyqueue,
};

/** A contestant that cancels the tasks of every filling. Its rounds throw an Error if a task runs or is not cancelled exactly once. */
export function cancelContestant(name: string, workload: Workload, cancel: Cancellation): Contestant {
  const { fillings, passes, tasks } = workload;
  return {
    name,
    tasks,
    round() {
      takeCounts();
      let dead = 0;
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) for (const filling of fillings) dead += cancel(filling);
      const time = performance.now() - start;
      if (takeCounts().sum !== 0) throw new Error(`${name}: a cancelled task must not run`);
      if (dead !== tasks) throw new Error(`${name}: every task must be cancelled once`);
      return time;
    },
  };
}

function dohaLoop({ closures }: Workload): Cancellation {
  const loop = new EventLoop({ host: performance });
  const tasks = closures.map((closure) => new Task(closure));
  return ({ priorities, shuffled }) => {
    for (let index = 0; index < tasks.length; index++) loop.submit(tasks[index]!, priorities[index]!);
    let dead = 0;
    for (let position = 0; position < shuffled.length; position++) {
      if (loop.cancel(tasks[shuffled[position]!]!)) dead++;
    }
    loop.run({ budget: 1e9 });
    return dead;
  };
}

function dohaQueue({ closures }: Workload): Cancellation {
  const queue = new PriorityQueue<Task>();
  const tasks = closures.map((closure) => new Task(closure));
  return ({ priorities, shuffled }) => {
    for (let index = 0; index < tasks.length; index++) queue.push(tasks[index]!, priorities[index]!);
    let dead = 0;
    for (let position = 0; position < shuffled.length; position++) {
      if (queue.remove(tasks[shuffled[position]!]!)) dead++;
    }
    for (let task = queue.pop(); task !== undefined; task = queue.pop()) task.callback(task);
    return dead;
  };
}

interface MortalItem extends Item {
  dead: boolean;
}

/** The usual method for a heap that can remove only its top item: cancelled items are flagged, and discarded when they reach the top. */
function tinyqueue({ closures }: Workload): Cancellation {
  const queue = new TinyQueue<MortalItem>([], byPriority);
  const items = closures.map((closure): MortalItem => ({ closure, priority: 0.5, dead: false }));
  return ({ priorities, shuffled }) => {
    for (let index = 0; index < items.length; index++) {
      const item = items[index]!;
      item.priority = priorities[index]!;
      item.dead = false;
      queue.push(item);
    }
    for (let position = 0; position < shuffled.length; position++) items[shuffled[position]!]!.dead = true;
    let dead = 0;
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
      if (item.dead) dead++;
      else item.closure();
    }
    return dead;
  };
}
