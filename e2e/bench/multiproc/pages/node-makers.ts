import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter';
import type { AnyWorker } from './contestants/line.ts';
import { piscinaPool } from './contestants/piscina-pool.ts';
import type { PoolMaker } from './contestants/pool.ts';
import { poolifierPool, poolifierQueue } from './contestants/poolifier-pool.ts';
import { tinypoolPool } from './contestants/tinypool-pool.ts';
import { workerpoolPool } from './contestants/workerpool-pool.ts';
import { sharedMakers } from './shared-makers.ts';

/** What Node gives, which modules of pages do not import. */
export interface NodeScripts {
  /** Where a module lies that was built. */
  readonly pathOf: (name: string) => string;
  /** Starts a worker with the module of this path. */
  readonly spawn: (path: string) => AnyWorker;
}

/** The makers of pools for Node. */
export function nodeMakers({ pathOf, spawn }: NodeScripts): PoolMaker[] {
  return [
    ...sharedMakers({
      doha: () => spawn(pathOf('doha.worker')),
      raw: () => spawn(pathOf('raw.worker')),
      batched: () => spawn(pathOf('batched.worker')),
      ping: () => spawn(pathOf('ping.worker')),
      comlink: () => spawn(pathOf('comlink.worker')),
      endpointOf: (worker) => nodeEndpoint(worker as unknown as NodeEndpoint),
    }),
    workerpoolPool(pathOf('workerpool.worker'), { workerType: 'thread' }),
    poolifierPool('poolifier', pathOf('poolifier.worker')),
    poolifierPool('poolifier, queue', pathOf('poolifier.worker'), poolifierQueue),
    piscinaPool(pathOf('tasks')),
    tinypoolPool(pathOf('tasks')),
  ];
}
