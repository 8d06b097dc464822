export { expose, type Exposed } from './worker/expose.ts';
export { transfer } from './transport/transfer.ts';
export { PoolClosedError } from './pool-closed-error.ts';
export { TaskDroppedError } from './task/task-dropped-error.ts';
export { WorkerLostError } from './pool/worker-lost-error.ts';
export { WaitCycleError } from './task/wait-cycle-error.ts';
