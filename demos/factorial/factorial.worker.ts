import { expose } from '@doha/multiproc/worker';
import { product } from './product.ts';

export const multiplier = expose({ product });
