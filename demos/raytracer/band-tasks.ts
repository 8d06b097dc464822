import type { Band } from './trace-band.ts';
import type { Camera } from './camera.ts';

/** Pixels that a sample stands for, from coarse to fine; the last one smooths the edges. */
const grains = [16, 8, 4, 2, 1, 0.5] as const;

/** A band with how much it matters. */
export interface Increment {
  readonly band: Band;
  readonly priority: number;
}

/** What a picture is made of: each band makes it a little better. What is coarse goes first, and the middle before the edges. */
export function incrementsOf(width: number, height: number, camera: Camera): Increment[] {
  return grains.flatMap((grain) => {
    const rows = Math.max(1, grain);
    return Array.from({ length: Math.ceil(height / rows) }, (_, i) => {
      const y = i * rows;
      const offMiddle = Math.abs(y + rows / 2 - height / 2) / height;
      return { band: { y, grain, width, height, camera }, priority: 10 * Math.log2(grain) - offMiddle };
    });
  });
}
