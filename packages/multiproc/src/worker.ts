export { expose, type Exposed } from './worker/expose.ts';
export { transfer } from './channel/transfer.ts';
export { WaitCycleError } from './crew/wait-cycle-error.ts';
