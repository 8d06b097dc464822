import { type AnyWorker, lineTo } from './line.ts';
import type { PoolMaker, Value } from './pool.ts';

/** A lower bound for a round trip: a message to one worker, which returns it. There is one message at a time, and no function call. */
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
