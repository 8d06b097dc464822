import { expose } from '@doha/multiproc/worker';
import { remainderOf } from './remainder-of.ts';

export const multiplier = expose({ remainder: remainderOf });

export type Multiplier = typeof multiplier.functions;
