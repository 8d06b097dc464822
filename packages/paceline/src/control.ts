export { fixed } from './control/fixed.ts';
export { minBuf } from './control/min-buf.ts';
export { none } from './control/none.ts';
export { paceK } from './control/pace-k.ts';
