import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import { piscinaPool } from './piscina-pool.ts';
import type { PoolMaker } from './pool.ts';
import { poolifierPool, poolifierQueue } from './poolifier-pool.ts';
import { sharedMakers } from './shared-makers.ts';
import { tinypoolPool } from './tinypool-pool.ts';
import { workerpoolPool } from './workerpool-pool.ts';

/** Who makes pools in Node, where the workers lie built beside this module. */
export const nodeMakers: readonly PoolMaker[] = [
  ...sharedMakers({
    doha: () => new Worker(scriptOf('doha.worker')),
    raw: () => new Worker(scriptOf('raw.worker')),
    batched: () => new Worker(scriptOf('batched.worker')),
    ping: () => new Worker(scriptOf('ping.worker')),
    comlink: () => new Worker(scriptOf('comlink-node.worker')),
    endpointOf: (worker) => nodeEndpoint(worker as Worker),
  }),
  workerpoolPool(scriptOf('workerpool.worker'), { workerType: 'thread' }),
  poolifierPool('poolifier', scriptOf('poolifier.worker')),
  poolifierPool('poolifier, queue', scriptOf('poolifier.worker'), poolifierQueue),
  piscinaPool(scriptOf('tasks')),
  tinypoolPool(scriptOf('tasks')),
];

function scriptOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
}
