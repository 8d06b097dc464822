export { expose, type Exposed } from './worker/expose.ts';
export { transfer } from './transport/transfer.ts';
export { WaitCycleError } from './task/wait-cycle-error.ts';
