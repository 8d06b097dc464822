import { expose, transfer } from '@doha/multiproc/worker';
import { DutyCycle } from './duty-cycle.ts';
import { type Band, traceBand } from './trace-band.ts';

const dutyCycle = new DutyCycle();

export const tracer = expose({
  /** Red, green and blue of each sample of a band, 0 to 255. */
  trace(band: Band): Uint8ClampedArray<ArrayBuffer> {
    const samples = dutyCycle.run(() => traceBand(band));
    return transfer(samples, [samples.buffer]);
  },

  /** Makes all following tasks take `factor` times as long, as if other programs used the core. */
  slowDown(factor: number): void {
    dutyCycle.slowDown(factor);
  },
});
