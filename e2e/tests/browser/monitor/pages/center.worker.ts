import { expose } from '@doha/multiproc/worker';
import { center } from './center.ts';

/** The functions of the workers of the program. */
export const centers = expose({ center });
