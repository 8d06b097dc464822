import type { FrameOptions } from '@doha/loop';
import {
  checkCallback,
  checkNumber,
  checkObject,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import type { Chunk } from './chunk.ts';
import type { ChunkOptions } from './chunk-options.ts';
import type { ChunkedRows } from './chunked-rows.ts';

interface OwnChunkOptions<C> {
  readonly chunkSize: number;
  readonly priority: (chunk: C, age: number, now: number) => number;
}

type OptionsOfFrame = Omit<ChunkOptions<Chunk>, keyof OwnChunkOptions<Chunk>>;

const FRAME_OPTIONS = Object.keys({
  minRate: 0,
  minRateShare: 0,
  rankEvery: 0,
  beforeStep: 0,
  rate: 0,
  stepsPerWindow: 0,
  maxStep: 0,
  maxElapsed: 0,
  maxFrameTime: 0,
  probe: 0,
} satisfies Record<keyof OptionsOfFrame, 0>);

/** The names of the callbacks that only one of the two functions takes. */
interface OwnCallbacks<O> {
  readonly required: readonly (keyof O & string)[];
  readonly optional?: readonly (keyof O & string)[];
}

/**
 * Returns `given` with the defaults of options that both functions have. Throws a TypeError or a RangeError that names `what` and the value if one of them
 * is invalid, or if one of the callbacks is not a function. The `Frame` checks its own options.
 */
export function completeChunkOptions<C extends Chunk, O extends ChunkOptions<C>>(
  what: string,
  given: O,
  { optional = [], required }: OwnCallbacks<O>,
): Omit<O, keyof OwnChunkOptions<C>> & OwnChunkOptions<C> {
  checkObject(`${what}: options`, given);
  const options = withDefaults({ chunkSize: 1024, priority: (_: C, age: number) => age }, given);
  checkNumber(`${what}: chunkSize`, options.chunkSize, { min: 1, max: 1e6, whole: true });
  for (const name of required) checkCallback(`${what}: ${name}`, given[name]);
  for (const name of [...optional, 'priority', 'beforeStep'] as const)
    if (given[name] !== undefined) checkCallback(`${what}: ${name}`, given[name]);
  warnUnknownOptions(what, given, ['chunkSize', 'priority', ...FRAME_OPTIONS, ...required, ...optional]);
  return options;
}

/** The options of a `Frame` that updates chunks in the order of their rows in memory. `options` can contain others than those of a `Frame`. */
export function frameOptionsOf<C extends Chunk>(
  chunks: ChunkedRows<C>,
  options: Omit<ChunkOptions<C>, keyof OwnChunkOptions<C>> & OwnChunkOptions<C>,
): FrameOptions<C> {
  const { beforeStep, priority } = options;
  const all = options as unknown as Readonly<Record<string, unknown>>;
  const frame: Omit<ChunkOptions<C>, keyof OwnChunkOptions<C>> = Object.fromEntries(
    FRAME_OPTIONS.map((name) => [name, all[name]]),
  );
  return {
    ...frame,
    priority,
    order: 'list',
    entities: chunks,
    update: (chunk, elapsed) => chunks.update(chunk, elapsed),
    beforeStep: (now) => {
      chunks.now = now;
      return beforeStep?.(now);
    },
  };
}
