import { expose, transfer } from '@doha/multiproc/worker';
import { DutyCycle } from '../duty-cycle.ts';
import { doWork, type Work } from './work.ts';

const dutyCycle = new DutyCycle();

export const worker = expose({
  work(task: Work): Uint8ClampedArray<ArrayBuffer> {
    const samples = dutyCycle.run(() => doWork(task));
    return transfer(samples, [samples.buffer]);
  },

  slowDown(factor: number): void {
    dutyCycle.slowDown(factor);
  },
});
