import type { Band } from './trace-band.ts';
import type { Camera } from './camera.ts';

/** The width of a sample in pixels, from coarse to fine. The last size smooths the edges. */
const sampleSizes = [16, 8, 4, 2, 1, 0.5] as const;

/** A band and its priority. */
export interface BandTask {
  readonly band: Band;
  readonly priority: number;
}

/**
 * The tasks of an image. Each task traces one band with one size of samples. Coarse samples come
 * first; among samples of the same size, the middle of the image comes before its edges.
 */
export function bandTasksOf(width: number, height: number, camera: Camera): BandTask[] {
  return sampleSizes.flatMap((sampleSize) => {
    const rows = Math.max(1, sampleSize);
    return Array.from({ length: Math.ceil(height / rows) }, (_, i) => {
      const y = i * rows;
      const offMiddle = Math.abs(y + rows / 2 - height / 2) / height;
      return {
        band: { y, sampleSize, width, height, camera },
        priority: 10 * Math.log2(sampleSize) - offMiddle,
      };
    });
  });
}
