import { type AnyWorker, lineTo } from './line.ts';
import type { PoolMaker, Value } from './pool.ts';

/** A bare message to one worker, and its echo: what a round trip takes if there is nothing else. One at a time, and nothing is called. */
export function pingPool(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    start() {
      const worker = spawn();
      const line = lineTo<Value, Value>(worker);
      let resolve: (value: Value) => void;
      line.listen((value) => resolve(value));
      return {
        run: (_, value) =>
          new Promise<Value>((settle) => {
            resolve = settle;
            line.post(value);
          }),
        stop: () => worker.terminate(),
      };
    },
  };
}
