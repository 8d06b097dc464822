import type { FrameOptions } from '@doha/loop';
import { checkCallback, checkNumber, checkObject, withDefaults } from '@doha/loop/options';
import type { Chunk } from './chunk.ts';
import type { ChunkOptions } from './chunk-options.ts';
import type { ChunkedRows } from './chunked-rows.ts';

interface CompleteChunkOptions<C> {
  readonly chunkSize: number;
  readonly priority: (chunk: C, age: number, now: number) => number;
}

/**
 * Returns `given` with the defaults of options that both functions have. Throws a TypeError or a RangeError that names `what` and the value if one of them
 * is invalid, or if one of `callbacks` is not a function.
 */
export function completeChunkOptions<C extends Chunk, O extends ChunkOptions<C>>(
  what: string,
  given: O,
  callbacks: readonly (keyof O & string)[],
): Omit<O, 'chunkSize' | 'priority'> & CompleteChunkOptions<C> {
  checkObject(`${what}: options`, given);
  const options = withDefaults({ chunkSize: 1024, priority: (_: C, age: number) => age }, given);
  checkNumber(`${what}: chunkSize`, options.chunkSize, { min: 1, max: 1e6, whole: true });
  for (const name of callbacks) checkCallback(`${what}: ${name}`, given[name]);
  if (given.beforeStep !== undefined) checkCallback(`${what}: beforeStep`, given.beforeStep);
  return options;
}

/** The options of a `Frame` that updates chunks in the order of their rows in memory. */
export function frameOptionsOf<C extends Chunk>(
  chunks: ChunkedRows<C>,
  {
    beforeStep,
    ...frame
  }: Omit<ChunkOptions<C>, 'chunkSize' | 'priority'> & Pick<FrameOptions<C>, 'priority'>,
): FrameOptions<C> {
  return {
    ...frame,
    order: 'list',
    entities: chunks,
    update: (chunk, elapsed) => chunks.update(chunk, elapsed),
    beforeStep: (now) => {
      chunks.now = now;
      return beforeStep?.(now);
    },
  };
}
