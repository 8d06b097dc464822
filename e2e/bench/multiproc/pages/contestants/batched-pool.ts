import { type AnyWorker, lineTo, terminateAll } from './line.ts';
import type { PoolMaker, Value } from './pool.ts';

/**
 * Tasks as a flat list: name, argument, name, argument. The answer lists the results in this order.
 */
export type Batch = readonly Value[];

/**
 * An upper bound for the throughput: all tasks for a worker that are submitted before the next microtask are sent
 * in one message, and their results return in one message. The pool has no window, priorities,
 * cancellation or errors, so it is not usable in an application.
 */
export function batchedPool(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    start(count) {
      const workers = Array.from({ length: count }, spawn);
      const connections = workers.map((worker) => {
        const line = lineTo<Batch, readonly Value[]>(worker);
        const unanswered: ((value: Value) => void)[][] = [];
        line.listen((values) => {
          for (const [i, resolve] of unanswered.shift()!.entries()) resolve(values[i]!);
        });
        return { line, unanswered, batch: [] as Value[], resolvers: [] as ((value: Value) => void)[] };
      });
      let next = 0;
      let isFlushing = false;

      const flush = (): void => {
        isFlushing = false;
        for (const connection of connections) {
          if (connection.batch.length === 0) continue;
          connection.line.post(connection.batch);
          connection.unanswered.push(connection.resolvers);
          connection.batch = [];
          connection.resolvers = [];
        }
      };
      return {
        run(task, value) {
          const connection = connections[next++ % count]!;
          connection.batch.push(task, value);
          if (!isFlushing) queueMicrotask(flush);
          isFlushing = true;
          return new Promise((resolve) => connection.resolvers.push(resolve));
        },
        stop: () => terminateAll(workers),
      };
    },
  };
}
