import { bytesOf, copyRows, type FilledRows, openRows, type Rows, type Schema } from './schema.ts';

/** A copy of the committed rows of a table, for replicas that are opened before the next commit. */
export class CommittedRows {
  /** The copy; undefined before the first call of `copyFrom`. */
  rows: FilledRows<Schema> | undefined;
  #schema: Schema;
  #memory: Rows<Schema> | undefined;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Copies the current rows. */
  copyFrom(source: FilledRows<Schema>): void {
    const capacity = source.ids.length;
    if (this.#memory === undefined || this.#memory.ids.length < source.count)
      this.#memory = openRows(this.#schema, capacity, new ArrayBuffer(bytesOf(this.#schema, capacity)));
    copyRows(this.#schema, source, this.#memory);
    this.rows = { ...this.#memory, count: source.count };
  }
}
