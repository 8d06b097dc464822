import { EventLoop, PriorityQueue, Task } from '@doha/loop';
import FlatQueue from 'flatqueue';
import { Heap } from 'heap-js';
import TinyQueue from 'tinyqueue';
import { random } from '../../../../demos/lib/random.ts';
import { contest, type Contestant } from '../../pages/contest.ts';
import { takeCounts } from './eight-closures.ts';
import type { Figure } from './figure.ts';
import { byPriority, type Item } from './queue-figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/**
 * The hold model of the literature on priority queues: the number of pending tasks is constant, because each dispatched task is submitted
 * again. Its new priority is lower by a random amount.
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

/** Dispatches a number of tasks. Each is submitted again with its priority reduced by the next element of `amounts`. */
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

/**
 * Returns a function that checks the order of the calls in a round. All contestants start with the
 * same priorities and reduce them by the same amounts, so all must make the same calls in the same
 * order.
 */
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
      takeCounts();
      const start = performance.now();
      hold(tasks);
      const time = performance.now() - start;
      if (!agree(round++, takeCounts().order))
        throw new Error(`${name}: must dispatch the same tasks as the other contestants`);
      return time;
    },
  };
}

function dohaLoop({ closures, fillings }: Workload): Hold {
  const loop = new EventLoop({ host: performance });
  const priorities = fillings[0]!.priorities.slice();
  let count = 0;
  let remaining = 0;
  const tasks = closures.map((closure, index): Task => {
    const task: Task = new Task(() => {
      closure();
      priorities[index]! -= amounts[count++ & lastAmount]!;
      loop.submit(task, priorities[index]!);
      if (--remaining === 0) loop.stop();
    });
    return task;
  });
  tasks.forEach((task, index) => loop.submit(task, priorities[index]!));
  return (dispatches) => {
    remaining = dispatches;
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
    for (let remaining = dispatches; remaining > 0; remaining--) {
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
    for (let remaining = dispatches; remaining > 0; remaining--) {
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
    for (let remaining = dispatches; remaining > 0; remaining--) {
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
    for (let remaining = dispatches; remaining > 0; remaining--) {
      const item = heap.pop()!;
      item.closure();
      item.priority -= amounts[count++ & lastAmount]!;
      heap.push(item);
    }
  };
}
