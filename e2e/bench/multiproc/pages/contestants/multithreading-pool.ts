import { initRuntime, move, shutdown, spawn } from 'multithreading';
import type { PoolMaker, TaskName, Value } from './pool.ts';

// The library sends the source text of functions, so a function cannot use variables of its module. Counters are in the global object.
interface Counting {
  calls?: number;
}

const tasks: Readonly<Record<TaskName, (value: never) => Value>> = {
  empty: (value: Value) => {
    const global = globalThis as Counting;
    global.calls = (global.calls ?? 0) + 1;
    return value;
  },
  urgent: (value: Value) => value,
  spin: (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    return milliseconds;
  },
  count: (start: number) => {
    const global = globalThis as Counting;
    const counted = global.calls ?? 0;
    global.calls = start;
    return counted;
  },
};

/** The default configuration of `multithreading`: one pool, whose only option is its size. All calls are sent at once. */
export const multithreadingPool: PoolMaker = {
  name: 'multithreading',
  async start(maxWorkers) {
    initRuntime({ maxWorkers });
    const run = (name: TaskName, value: Value): PromiseLike<unknown> =>
      spawn(move(value), tasks[name] as (value: Value) => Value).join();
    // The library marks a function as loaded when a worker begins to load it. A call before the end
    // of the load would fail, so each worker first loads all functions.
    for (const name of Object.keys(tasks) as TaskName[]) {
      await Promise.all(Array.from({ length: maxWorkers }, () => run(name, 0)));
    }
    return {
      run,
      unwrap: (result) => (result as { readonly value?: Value }).value,
      stop: shutdown,
    };
  },
};
