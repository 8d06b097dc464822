import { expose, transfer } from '@doha/multiproc/worker';
import { fieldTo } from './field.ts';

export const paths = expose({
  field(x: number, y: number): Float32Array {
    const directions = fieldTo(x, y);
    return transfer(directions, [directions.buffer]);
  },
});
