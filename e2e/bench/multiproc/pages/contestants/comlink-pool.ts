import { type Endpoint, wrap } from 'comlink';
import { type AnyWorker, terminateAll } from './line.ts';
import type { PoolMaker, Value } from './pool.ts';
import type * as tasks from './tasks.ts';

type Function = (value: Value) => Promise<Value>;

/** Comlink has no pool. Calls are sent immediately, round-robin to the proxies of the workers. */
export function comlinkPool(spawn: () => AnyWorker, endpointOf: (worker: AnyWorker) => Endpoint): PoolMaker {
  return {
    name: 'comlink',
    start(count) {
      const workers = Array.from({ length: count }, spawn);
      const proxies = workers.map((worker) => wrap<typeof tasks>(endpointOf(worker)));
      let next = 0;
      return {
        run: (name, value) => (proxies[next++ % count]![name] as Function)(value),
        stop: () => terminateAll(workers),
      };
    },
  };
}
