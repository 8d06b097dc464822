import { type AnyWorker, lineTo, terminateAll } from './line.ts';
import type { PoolMaker, Value } from './pool.ts';

/** Tasks one after another, each by its function and its argument; the answer has their values in the same order. */
export type Batch = readonly Value[];

/**
 * As fast as messages can be: all that is submitted in a turn goes to the workers in one message each, and comes back in one. It knows no
 * window, no priority, no cancel and no failure: what can be reached, not what can be used.
 */
export function batchedPool(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    start(count) {
      const workers = Array.from({ length: count }, spawn);
      const lanes = workers.map((worker) => {
        const line = lineTo<Batch, readonly Value[]>(worker);
        const sent: ((value: Value) => void)[][] = [];
        line.listen((values) => {
          for (const [i, resolve] of sent.shift()!.entries()) resolve(values[i]!);
        });
        return { line, sent, batch: [] as Value[], resolvers: [] as ((value: Value) => void)[] };
      });
      let next = 0;
      let isFlushing = false;

      const flush = (): void => {
        isFlushing = false;
        for (const lane of lanes) {
          if (lane.batch.length === 0) continue;
          lane.line.post(lane.batch);
          lane.sent.push(lane.resolvers);
          lane.batch = [];
          lane.resolvers = [];
        }
      };
      return {
        run(task, value) {
          const lane = lanes[next++ % count]!;
          lane.batch.push(task, value);
          if (!isFlushing) queueMicrotask(flush);
          isFlushing = true;
          return new Promise((resolve) => lane.resolvers.push(resolve));
        },
        stop: () => terminateAll(workers),
      };
    },
  };
}
