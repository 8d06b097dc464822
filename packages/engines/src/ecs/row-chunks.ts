import type { FrameOptions } from '@doha/loop';
import { checkNumber } from '@doha/loop/options';
import { Chunk } from './chunk.ts';
import { completeChunkOptions, frameOptionsOf } from './chunk-frame.ts';
import type { ChunkOptions } from './chunk-options.ts';
import { ChunkedRows } from './chunked-rows.ts';

/** Options of {@link rowChunks}. */
export interface RowChunksOptions extends ChunkOptions<Chunk> {
  /** Returns the number of rows, which are 0 to `count() - 1`. Called when a window begins. */
  count: () => number;
  /**
   * Returns a number for each row that identifies its entity. Needed for exact times if rows move, for example if the last row fills the place of a removed
   * one. Default: rows do not move.
   */
  ids?: (() => ArrayLike<number>) | undefined;
  /** Advances the rows from `start` to `end - 1` by `elapsed` ms. */
  update: (start: number, end: number, elapsed: number) => unknown;
}

/**
 * Returns options for a `Frame` that updates rows of typed arrays in chunks. Throws a TypeError or a RangeError if an option is invalid.
 */
export function rowChunks(options: RowChunksOptions): FrameOptions<Chunk> {
  const complete = completeChunkOptions<Chunk, RowChunksOptions>('rowChunks', options, {
    required: ['count', 'update'],
    optional: ['ids'],
  });
  const { chunkSize, count, ids, update } = complete;
  const numbers: number[] = [];
  const read = (): ArrayLike<number> => {
    const rows = checkNumber('rowChunks: the result of count', count(), { min: 0, whole: true });
    if (ids !== undefined) return idsOf(rows, ids());
    numbers.length = Math.min(numbers.length, rows);
    while (numbers.length < rows) numbers.push(numbers.length);
    return numbers;
  };
  const createChunk = (start: number, updatedAt: number): Chunk => new Chunk(start, updatedAt);
  return frameOptionsOf(new ChunkedRows({ chunkSize, read, createChunk, update }), complete);
}

function idsOf(rows: number, ids: ArrayLike<number>): ArrayLike<number> {
  checkNumber('rowChunks: the length of the result of ids', ids.length, { min: rows });
  return ids.length === rows ? ids : Array.prototype.slice.call(ids, 0, rows);
}
