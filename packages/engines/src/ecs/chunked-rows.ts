import type { Chunk } from './chunk.ts';

/** The source of the rows, and the type of their chunks. */
interface RowSource<C extends Chunk> {
  readonly chunkSize: number;
  /** Returns the entity of each row: a number that identifies it. */
  readonly read: () => ArrayLike<number>;
  readonly createChunk: (start: number, updatedAt: number) => C;
  readonly update: (start: number, end: number, elapsed: number) => unknown;
}

/**
 * Divides a changing list of rows into chunks for a `Frame`.
 *
 * The frame knows only the age of each chunk. A row that is new, or that a removal has moved to another chunk, has another age than its chunk. Its next
 * update is made by a call of its own, so that each row receives exactly the time in which it exists.
 */
export class ChunkedRows<C extends Chunk> implements Iterable<C> {
  /** The entity of each row in this window. */
  readonly rows: number[] = [];
  /** Simulated time in ms. The driver of the frame sets it in each step. */
  now = 0;

  readonly #source: RowSource<C>;
  readonly #chunks: C[] = []; // also those that have no rows at present
  readonly #differences = new Map<number, number>(); // ms that the next update of an entity is longer than that of its chunk
  #readAt = 0; // the time when the rows were last read

  constructor(source: RowSource<C>) {
    this.#source = source;
  }

  /** Reads the rows, and returns the chunks that have rows. The frame calls this when a window begins. */
  [Symbol.iterator](): Iterator<C> {
    const entities = this.#source.read();
    this.#fitChunks(entities.length);
    this.#noteMoves(entities);
    this.#readAt = this.now;
    return this.#chunks.slice(0, Math.ceil(entities.length / this.#source.chunkSize)).values();
  }

  /** Updates the rows of a chunk: usually all of them in one call. */
  update(chunk: C, elapsed: number): unknown {
    const { end, start } = chunk;
    chunk.updatedAt = this.now;
    if (this.#differences.size === 0) return this.#source.update(start, end, elapsed);
    const results: unknown[] = [];
    for (let from = start, to = start; from < end; from = to) {
      const difference = this.#takeDifference(from);
      for (to++; to < end && this.#hasDifference(to, difference); to++) this.#takeDifference(to);
      if (elapsed + difference > 0) results.push(this.#source.update(from, to, elapsed + difference));
    }
    return results.length > 1 ? Promise.all(results) : results[0];
  }

  #hasDifference(row: number, difference: number): boolean {
    return (this.#differences.get(this.rows[row]!) ?? 0) === difference;
  }

  #takeDifference(row: number): number {
    const difference = this.#differences.get(this.rows[row]!) ?? 0;
    this.#differences.delete(this.rows[row]!);
    return difference;
  }

  #fitChunks(rows: number): void {
    const { chunkSize, createChunk } = this.#source;
    while (this.#chunks.length * chunkSize < rows)
      this.#chunks.push(createChunk(this.#chunks.length * chunkSize, this.#readAt));
    for (const chunk of this.#chunks) {
      if (chunk.end === chunk.start) chunk.updatedAt = this.#readAt; // it had no rows
      chunk.end = Math.max(chunk.start, Math.min(rows, chunk.start + chunkSize));
    }
  }

  /** Compares the rows with those of the last window. If few of them have changed, this is one sequential pass. */
  #noteMoves(entities: ArrayLike<number>): void {
    const { rows } = this;
    const changed: number[] = [];
    const left = new Map<number, number>(); // the chunks' times of entities that have left their rows
    const count = Math.max(rows.length, entities.length);
    for (let row = 0; row < count; row++) {
      if (rows[row] === entities[row]) continue;
      changed.push(row);
      if (row < rows.length) left.set(rows[row]!, this.#chunkOf(row).updatedAt);
    }
    for (const row of changed) {
      if (row >= entities.length) continue;
      this.#noteMove(entities[row]!, this.#chunkOf(row).updatedAt, left);
      rows[row] = entities[row]!;
    }
    rows.length = entities.length;
    for (const removed of left.keys()) this.#differences.delete(removed);
  }

  #noteMove(entity: number, time: number, left: Map<number, number>): void {
    const before = left.get(entity) ?? this.#readAt; // a new entity exists since the last window
    const difference = (left.has(entity) ? (this.#differences.get(entity) ?? 0) : 0) + time - before;
    left.delete(entity);
    if (difference === 0) this.#differences.delete(entity);
    else this.#differences.set(entity, difference);
  }

  #chunkOf(row: number): C {
    return this.#chunks[Math.floor(row / this.#source.chunkSize)]!;
  }
}
