import { multithreadingPool } from './contestants/multithreading-pool.ts';
import type { PoolMaker } from './contestants/pool.ts';
import { commonMakers } from './common-makers.ts';
import { workerpoolPool } from './contestants/workerpool-pool.ts';
// oxlint-disable-next-line import/default -- the address of the built worker, from Vite
import workerpoolScript from './contestants/workerpool.worker.ts?worker&url';

/** The pool makers for pages. */
export const pageMakers: readonly PoolMaker[] = [
  ...commonMakers({
    doha: () => new Worker(new URL('./contestants/doha.worker.ts', import.meta.url), { type: 'module' }),
    raw: () => new Worker(new URL('./contestants/raw.worker.ts', import.meta.url), { type: 'module' }),
    batched: () =>
      new Worker(new URL('./contestants/batched.worker.ts', import.meta.url), { type: 'module' }),
    ping: () => new Worker(new URL('./contestants/ping.worker.ts', import.meta.url), { type: 'module' }),
    comlink: () =>
      new Worker(new URL('./contestants/comlink.worker.ts', import.meta.url), { type: 'module' }),
    endpointOf: (worker) => worker as Worker,
  }),
  workerpoolPool(workerpoolScript, { workerType: 'web', workerOpts: { type: 'module' } }),
  multithreadingPool,
];
