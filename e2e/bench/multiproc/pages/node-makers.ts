import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter';
import type { AnyWorker } from './contestants/line.ts';
import { piscinaPool } from './contestants/piscina-pool.ts';
import type { PoolMaker } from './contestants/pool.ts';
import { poolifierPool, poolifierQueue } from './contestants/poolifier-pool.ts';
import { tinypoolPool } from './contestants/tinypool-pool.ts';
import { workerpoolPool } from './contestants/workerpool-pool.ts';
import { commonMakers } from './common-makers.ts';

/** Functions that the program in Node passes, because modules of this folder also run in pages and cannot import modules of Node. */
export interface NodeScripts {
  /** Path of a built module. */
  readonly pathOf: (name: string) => string;
  /** Starts a worker with the module of this path. */
  readonly spawn: (path: string) => AnyWorker;
}

/** The pool makers for Node. */
export function nodeMakers({ pathOf, spawn }: NodeScripts): PoolMaker[] {
  return [
    ...commonMakers({
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
