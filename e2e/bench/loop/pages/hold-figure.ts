import { EventLoop, PriorityQueue, Task } from '@doha/loop';
import FlatQueue from 'flatqueue';
import { Heap } from 'heap-js';
import TinyQueue from 'tinyqueue';
import { random } from '../../../tools/pages/random.ts';
import { contest, type Contestant } from '../../pages/contest.ts';
import { takeTally } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { byPriority, type Item } from './queue-figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/**
 * The hold model of the literature on priority queues: the number pending is steady, and whatever is dispatched is submitted
 * again with a lower priority, by a random amount.
 */
export const holdFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const agree = agreement();
    const contestants = Object.entries(holders).map(([name, prepare]) =>
      holdContestant(name, workload, { hold: prepare(workload), agree }),
    );
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 2 })));
  }
  return series;
};

/** Dispatches so many tasks, each submitted again with its priority less the next of `amounts`. */
type Hold = (dispatches: number) => void;

export const holders: Readonly<Record<string, (workload: Workload) => Hold>> = {
  '@doha/loop': dohaLoop,
  '@doha/loop queue': dohaQueue,
  flatqueue,
  tinyqueue,
  'heap-js': heapJs,
};

const chance = random(7);
const amounts = Float64Array.from({ length: 2 ** 14 }, () => chance() * 2);
const lastAmount = amounts.length - 1;

/** All contestants go through the same states, so in each round all must have made the same calls in the same order. */
function agreement(): (round: number, order: number) => boolean {
  const orders: number[] = [];
  return (round, order) => (orders[round] ??= order) === order;
}

export function holdContestant(
  name: string,
  { tasks }: Workload,
  { hold, agree }: { hold: Hold; agree: (round: number, order: number) => boolean },
): Contestant {
  let round = 0;
  return {
    name,
    tasks,
    round() {
      takeTally();
      const start = performance.now();
      hold(tasks);
      const time = performance.now() - start;
      if (!agree(round++, takeTally().order))
        throw new Error(`${name}: must dispatch what the others dispatch`);
      return time;
    },
  };
}

function dohaLoop({ closures, fillings }: Workload): Hold {
  const loop = new EventLoop({ host: performance });
  const priorities = fillings[0]!.priorities.slice();
  let count = 0;
  let left = 0;
  const tasks = closures.map((closure, index): Task => {
    const task: Task = new Task(() => {
      closure();
      priorities[index]! -= amounts[count++ & lastAmount]!;
      loop.submit(task, priorities[index]!);
      if (--left === 0) loop.stop();
    });
    return task;
  });
  tasks.forEach((task, index) => loop.submit(task, priorities[index]!));
  return (dispatches) => {
    left = dispatches;
    loop.start();
    loop.run({ budget: 1e9 });
  };
}

function dohaQueue({ closures, fillings }: Workload): Hold {
  const queue = new PriorityQueue<Task>();
  const { priorities } = fillings[0]!;
  let count = 0;
  closures.forEach((closure, index) => queue.push(new Task(closure), priorities[index]!));
  return (dispatches) => {
    for (let left = dispatches; left > 0; left--) {
      const priority = queue.topKey();
      const task = queue.pop()!;
      task.callback(task);
      queue.push(task, priority - amounts[count++ & lastAmount]!);
    }
  };
}

function flatqueue({ closures, fillings }: Workload): Hold {
  const queue = new FlatQueue();
  const { priorities } = fillings[0]!;
  let count = 0;
  closures.forEach((_, index) => queue.push(index, -priorities[index]!));
  return (dispatches) => {
    for (let left = dispatches; left > 0; left--) {
      const value = queue.peekValue()!;
      const index = queue.pop()!;
      closures[index]!();
      queue.push(index, value + amounts[count++ & lastAmount]!);
    }
  };
}

function tinyqueue({ closures, fillings }: Workload): Hold {
  const { priorities } = fillings[0]!;
  const items = closures.map((closure, index): Item => ({ closure, priority: priorities[index]! }));
  const queue = new TinyQueue<Item>(items, byPriority);
  let count = 0;
  return (dispatches) => {
    for (let left = dispatches; left > 0; left--) {
      const item = queue.pop()!;
      item.closure();
      item.priority -= amounts[count++ & lastAmount]!;
      queue.push(item);
    }
  };
}

function heapJs({ closures, fillings }: Workload): Hold {
  const { priorities } = fillings[0]!;
  const heap = new Heap<Item>(byPriority);
  heap.init(closures.map((closure, index): Item => ({ closure, priority: priorities[index]! })));
  let count = 0;
  return (dispatches) => {
    for (let left = dispatches; left > 0; left--) {
      const item = heap.pop()!;
      item.closure();
      item.priority -= amounts[count++ & lastAmount]!;
      heap.push(item);
    }
  };
}
