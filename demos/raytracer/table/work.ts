import { type Band, traceBand } from '../trace-band.ts';

/** A task of the table: a band, or so many ms by the clock, whether its worker has a core all the time or not. */
export type Work = Band | { readonly milliseconds: number };

/** What is sent back: the samples of a band. */
export function doWork(work: Work): Uint8ClampedArray<ArrayBuffer> {
  if ('grain' in work) return traceBand(work);
  for (const end = performance.now() + work.milliseconds; performance.now() < end;);
  return new Uint8ClampedArray(0);
}
