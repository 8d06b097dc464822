import { PriorityQueue, Task } from '@doha/loop';
import FlatQueue from 'flatqueue';
import { Heap } from 'heap-js';
import TinyQueue from 'tinyqueue';
import { contest } from '../../pages/contest.ts';
import { drainContestant, type Drain } from './drain-contestant.ts';
import type { Figure } from './figure.ts';
import { makeWorkload, type Workload } from './workload.ts';

/** The queue alone: pushes all tasks, then pops and calls all. */
export const queueFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    const workload = makeWorkload(size, tasks);
    const contestants = Object.entries(queueDrains).map(([name, prepare]) =>
      drainContestant(name, workload, prepare(workload)),
    );
    series.push(...(await contest(contestants, { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

/** For each contestant, a function that fills its queue and runs it until it is empty. */
export const queueDrains: Readonly<Record<string, (workload: Workload) => Drain>> = {
  'plain calls': plainCalls,
  '@doha/loop queue': doha,
  flatqueue,
  tinyqueue,
  'heap-js': heapJs,
};

export function plainCalls(): Drain {
  return ({ inOrder }) => {
    for (let position = 0; position < inOrder.length; position++) inOrder[position]!();
  };
}

function doha({ closures }: Workload): Drain {
  const queue = new PriorityQueue<Task>();
  const tasks = closures.map((closure) => new Task(closure));
  return ({ priorities }) => {
    for (let index = 0; index < tasks.length; index++) queue.push(tasks[index]!, priorities[index]!);
    for (let task = queue.pop(); task !== undefined; task = queue.pop()) task.callback(task);
  };
}

/** A queue of numbers only. It is not first in, first out among equal priorities, and cannot cancel. */
function flatqueue({ closures }: Workload): Drain {
  const queue = new FlatQueue();
  return ({ priorities }) => {
    for (let index = 0; index < closures.length; index++) queue.push(index, -priorities[index]!);
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) closures[index]!();
  };
}

/** An item in a queue of objects. */
export interface Item {
  readonly closure: () => void;
  priority: number;
}

export function byPriority(a: Item, b: Item): number {
  return b.priority - a.priority;
}

function tinyqueue({ closures }: Workload): Drain {
  const queue = new TinyQueue<Item>([], byPriority);
  const items = closures.map((closure): Item => ({ closure, priority: 0.5 }));
  return ({ priorities }) => {
    for (let index = 0; index < items.length; index++) {
      const item = items[index]!;
      item.priority = priorities[index]!;
      queue.push(item);
    }
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) item.closure();
  };
}

function heapJs({ closures }: Workload): Drain {
  const heap = new Heap<Item>(byPriority);
  const items = closures.map((closure): Item => ({ closure, priority: 0.5 }));
  return ({ priorities }) => {
    for (let index = 0; index < items.length; index++) {
      const item = items[index]!;
      item.priority = priorities[index]!;
      heap.push(item);
    }
    for (let item = heap.pop(); item !== undefined; item = heap.pop()) item.closure();
  };
}
