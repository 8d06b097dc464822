export { expose, type Exposed, type ExposeOptions } from './worker/expose.ts';
export type { WorkerProbe } from './worker/worker-probe.ts';
export { transfer } from './transport/transfer.ts';
export { PoolClosedError } from './pool-closed-error.ts';
export { TaskDroppedError } from './task/task-dropped-error.ts';
export { WorkerLostError } from './pool/worker-lost-error.ts';
export { WaitCycleError } from './task/wait-cycle-error.ts';
