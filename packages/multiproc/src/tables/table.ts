import { checkNumber } from '@doha/loop/options';
import { checkId } from '../entities/check-id.ts';
import { memoryFor } from './memory-for.ts';
import {
  bytesOf,
  type Columns,
  copyOfSchema,
  copyRows,
  openRows,
  type Rows,
  type Schema,
  widthOf,
} from './schema.ts';

const MIN_CAPACITY = 16;

/**
 * Rows of entities that only this thread writes. Rows are dense: when a row is removed, the last row moves to its place.
 */
export class Table<S extends Schema> {
  /** The fields of the table: a copy of the given schema. */
  readonly schema: S;
  #count = 0;
  #rows: Rows<S>;
  #capacity: number;
  #rowOf: Map<number, number> = new Map();

  /**
   * `capacity`: number of rows that fit at first; the table grows. Throws a TypeError if the schema
   * has an unknown type, and a RangeError if the capacity is not a whole number ≥ 0, if the rows
   * would take more than 1 GiB, or if there is no memory for them.
   */
  constructor(schema: S, capacity: number = MIN_CAPACITY) {
    this.schema = copyOfSchema(schema);
    checkNumber('table: capacity', capacity, { min: 0, max: maxCapacity(this.schema), whole: true });
    this.#capacity = Math.max(MIN_CAPACITY, capacity);
    this.#rows = open('table', this.schema, this.#capacity);
  }

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /**
   * The values by field. Row r of a `vec2` has the numbers at 2 r and 2 r + 1. If `add` makes the table grow, it replaces the arrays and detaches the older
   * ones: their length is 0, and assignments to their elements are lost without an error. So read `columns` again after each `add`.
   */
  get columns(): Columns<S> {
    return this.#rows.columns;
  }

  /** The id of the entity in each row. Replaced together with `columns`. */
  get ids(): Uint32Array {
    return this.#rows.ids;
  }

  /** Number of rows that fit before the table grows. */
  get capacity(): number {
    return this.#capacity;
  }

  /**
   * Adds a row of zeros for an entity and returns its index. If the row exceeds the capacity, the table grows, and earlier arrays of `columns` and `ids` are
   * detached. Throws a RangeError if the entity has a row already, if the id is not a whole number from 0 to 2³² - 1, or if there is no memory to grow.
   */
  add(id: number): number {
    checkId('Table.add: id', id);
    if (this.#rowOf.has(id)) throw new RangeError(`Table.add: ${id} must not have a row already`);
    if (this.#count === this.#capacity) this.#grow();
    const row = this.#count;
    this.#rowOf.set(id, row); // throws at the maximum size of a `Map`
    this.#count++;
    this.#rows.ids[row] = id;
    for (const [field, type] of Object.entries(this.schema)) {
      const width = widthOf(type);
      this.#rows.columns[field]!.fill(0, row * width, (row + 1) * width);
    }
    return row;
  }

  /** Returns the index of an entity's row; undefined if it has none. */
  rowOf(id: number): number | undefined {
    return this.#rowOf.get(id);
  }

  /** Removes an entity's row. Returns false if it had none. */
  remove(id: number): boolean {
    const row = this.#rowOf.get(id);
    if (row === undefined) return false;
    const last = --this.#count;
    this.#rowOf.delete(id);
    if (row !== last) this.#move(last, row);
    return true;
  }

  #move(from: number, to: number): void {
    const { columns, ids } = this.#rows;
    ids[to] = ids[from]!;
    this.#rowOf.set(ids[to], to);
    for (const [field, type] of Object.entries(this.schema)) {
      const width = widthOf(type);
      columns[field]!.copyWithin(to * width, from * width, (from + 1) * width);
    }
  }

  #grow(): void {
    const grown = open('Table.add', this.schema, 2 * this.#capacity);
    copyRows(this.schema, { ...this.#rows, count: this.#count }, grown);
    const left = this.#rows.ids.buffer;
    structuredClone(left, { transfer: [left] }); // detached, so that old arrays are not mistaken for those of the table
    this.#rows = grown;
    this.#capacity *= 2;
  }
}

function open<S extends Schema>(action: string, schema: S, capacity: number): Rows<S> {
  return memoryFor(action, capacity, () =>
    openRows(schema, capacity, new ArrayBuffer(bytesOf(schema, capacity))),
  );
}

// The limit is 1 GiB, because a replica in shared memory takes four times as many bytes.
function maxCapacity(schema: Schema): number {
  return Math.floor((2 ** 30 * 8) / bytesOf(schema, 8));
}
