/** Consecutive rows that are updated together. Rows come and go, but the object of a chunk stays the same. */
export class Chunk {
  /** The first row, from 0. */
  readonly start: number;
  /** The row after the last one. */
  end: number;
  /** Simulated time in ms of the last update, or of the window before the chunk was new. @internal */
  updatedAt: number;

  constructor(start: number, updatedAt: number) {
    this.start = this.end = start;
    this.updatedAt = updatedAt;
  }
}
