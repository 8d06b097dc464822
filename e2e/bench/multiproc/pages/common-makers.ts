import type { Endpoint } from 'comlink';
import { batchedPool } from './contestants/batched-pool.ts';
import { comlinkPool } from './contestants/comlink-pool.ts';
import { dohaPool, dohaPoolInUse } from './contestants/doha-pool.ts';
import type { AnyWorker } from './contestants/line.ts';
import { pingPool } from './contestants/ping-pool.ts';
import type { PoolMaker } from './contestants/pool.ts';
import { rawPool } from './contestants/raw-pool.ts';

/** Functions of a platform. Each function except `endpointOf` starts a worker for the contestant of its name. */
export interface Spawns {
  readonly doha: () => AnyWorker;
  readonly raw: () => AnyWorker;
  readonly batched: () => AnyWorker;
  readonly ping: () => AnyWorker;
  readonly comlink: () => AnyWorker;
  /** Returns the object through which Comlink communicates with a worker. */
  readonly endpointOf: (worker: AnyWorker) => Endpoint;
}

const ofShortTasks = ['short'];

/** The pool makers for all platforms. */
export function commonMakers(spawns: Spawns): PoolMaker[] {
  return [
    dohaPool('@doha/multiproc', spawns.doha),
    { ...dohaPool('@doha/multiproc, window 8', spawns.doha, 8), only: ofShortTasks },
    { ...dohaPool('@doha/multiproc, window 16', spawns.doha, 16), only: ofShortTasks },
    dohaPoolInUse('@doha/multiproc, all in use', spawns.doha),
    rawPool('postMessage by hand', spawns.raw),
    batchedPool('postMessage by hand, batched', spawns.batched),
    { ...pingPool('bare postMessage', spawns.ping), only: ['round-trip'] },
    comlinkPool(spawns.comlink, spawns.endpointOf),
  ];
}
