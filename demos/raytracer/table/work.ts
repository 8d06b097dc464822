import { type Band, traceBand } from '../trace-band.ts';

/**
 * A task: a band to trace, or a busy wait. A busy wait ends by the clock, so it takes the same time
 * even if its worker shares a core.
 */
export type Work = Band | { readonly milliseconds: number };

/** Does the work. Returns the samples of a band. */
export function doWork(work: Work): Uint8ClampedArray<ArrayBuffer> {
  if ('sampleSize' in work) return traceBand(work);
  for (const end = performance.now() + work.milliseconds; performance.now() < end;);
  return new Uint8ClampedArray(0);
}
