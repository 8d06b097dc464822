import { expose, transfer } from '@doha/multiproc/worker';
import { type Area, bilateral, type Pixels } from './bilateral.ts';

export const filter = expose({
  /** Filters an area of the given pixels. It is a generator, so that a cancelled task ends at the next `yield`. */
  *filter(pixels: Pixels, area: Area, radius: number): Generator<void, Pixels> {
    const filtered = yield* bilateral(pixels, area, radius);
    return transfer(filtered, [filtered.data.buffer]);
  },
});
