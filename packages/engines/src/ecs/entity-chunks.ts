import type { FrameOptions } from '@doha/loop';
import { checkKind } from '@doha/loop/options';
import { Chunk } from './chunk.ts';
import { completeChunkOptions, frameOptionsOf } from './chunk-frame.ts';
import type { ChunkOptions } from './chunk-options.ts';
import { ChunkedRows } from './chunked-rows.ts';

/** Options of {@link entityChunks}. */
export interface EntityChunksOptions<E extends number> extends ChunkOptions<EntityChunk<E>> {
  /**
   * Returns the entities: `() => query(world, [Position])` with bitECS, `() => world.query(Position)` with koota. Called when a window begins. The order
   * should change little from one window to the next, as it does in both libraries.
   */
  entities: () => ArrayLike<E>;
  /** Advances `entities` by `elapsed` ms. Some of them can have been removed since the window began. */
  update: (entities: readonly E[], elapsed: number) => unknown;
}

/** Consecutive entities of a query. */
export class EntityChunk<E extends number = number> extends Chunk {
  readonly #rows: { readonly rows: readonly number[] };

  constructor(start: number, updatedAt: number, rows: { readonly rows: readonly number[] }) {
    super(start, updatedAt);
    this.#rows = rows;
  }

  /** The entities in this window, as a new array. */
  get entities(): E[] {
    return this.#rows.rows.slice(this.start, this.end) as E[];
  }

  /** The first entity, as an example of its neighbors in the query. */
  get first(): E {
    return this.#rows.rows[this.start] as E;
  }
}

/**
 * Returns options for a `Frame` that updates the entities of a query in chunks. An entity is a number, as in bitECS and koota. Each entity receives exactly
 * the time in which it exists, even if removals move it to another chunk.
 *
 * Throws a TypeError or a RangeError if an option is invalid.
 */
export function entityChunks<E extends number>(
  options: EntityChunksOptions<E>,
): FrameOptions<EntityChunk<E>> {
  const complete = completeChunkOptions<EntityChunk<E>, EntityChunksOptions<E>>('entityChunks', options, {
    required: ['entities', 'update'],
  });
  const { chunkSize, entities, update } = complete;
  const chunks: ChunkedRows<EntityChunk<E>> = new ChunkedRows({
    chunkSize,
    read: () => checkList(entities()),
    createChunk: (start, updatedAt) => new EntityChunk<E>(start, updatedAt, chunks),
    update: (start, end, elapsed) => update(chunks.rows.slice(start, end) as E[], elapsed),
  });
  return frameOptionsOf(chunks, complete);
}

function checkList<L extends ArrayLike<number>>(list: L): L {
  const isList = typeof (list as L | undefined)?.length === 'number';
  checkKind('entityChunks: the result of entities', isList, 'an array or a typed array', list);
  return list;
}
