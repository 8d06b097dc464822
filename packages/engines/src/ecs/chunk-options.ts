import type { FrameOptions } from '@doha/loop';

/** Options of `rowChunks` and `entityChunks`: those of a `Frame` whose entities are chunks. */
export interface ChunkOptions<C extends object> extends Omit<
  FrameOptions<C>,
  'always' | 'entities' | 'initialAge' | 'order' | 'priority' | 'replaces' | 'update'
> {
  /** Number of rows per chunk; whole, 1 to 1,000,000, default 1,024. The last chunk can be shorter. */
  chunkSize?: number | undefined;
  /**
   * The policy: returns the importance of an update of `chunk` now, as a finite number. `age`: simulated time in ms since its last update. `now`:
   * simulated time in ms. Default: the age, so that all chunks are updated equally often.
   */
  priority?: ((chunk: C, age: number, now: number) => number) | undefined;
}
