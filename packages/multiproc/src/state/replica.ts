import type { Site } from './directory.ts';
import {
  bytesOf,
  type Columns,
  copyRows,
  type FilledRows,
  openRows,
  type Rows,
  type Schema,
} from './schema.ts';
import { interpolate, type Snapshot, type SnapshotReader } from './snapshot.ts';

/**
 * What other threads have written into the tables of one name, here to be read: all of their fields or some (the replicas of DOHA, WWW'12
 * §2.2.3).
 */
export class Replica<S extends Schema> {
  readonly name: string;
  readonly schema: S;
  #parts: Map<Site, SnapshotReader<S>> = new Map();
  #capacity = 0;
  #packed!: Rows<S>;

  /** @internal */
  constructor(name: string, schema: S) {
    this.name = name;
    this.schema = schema;
    this.#reserve(16);
  }

  /** Takes the newest snapshot of each thread that writes. Returns whether there is one that is newer than before. */
  advance(): boolean {
    let isNewer = false;
    for (const part of this.#parts.values()) isNewer = part.advance() || isNewer;
    return isNewer;
  }

  /** The newest snapshot of each thread that writes, as it was taken by `advance`: nothing is copied. */
  get parts(): Snapshot<S>[] {
    return [...this.#parts.values()].flatMap(({ newest }) => newest ?? []);
  }

  /**
   * All rows as they were at `time`, ms on the session's clock: between two snapshots numbers are interpolated. Without a time as they are in
   * the newest snapshots. They are packed, and hold until the replica is asked again.
   */
  at(time: number = Infinity): FilledRows<S> {
    this.#reserve(this.parts.reduce((sum, { count }) => sum + count, 0));
    let count = 0;
    for (const { newest, previous } of this.#parts.values()) {
      if (newest === undefined) continue;
      const target = count === 0 ? this.#packed : from(this.schema, this.#packed, count, newest.count);
      if (previous === undefined || time >= newest.time) copyRows(this.schema, newest, target, newest.count);
      else interpolate(this.schema, previous, newest, time, target);
      count += newest.count;
    }
    return { count, ...this.#packed };
  }

  /** A thread writes from now on. @internal */
  add(site: Site, reader: SnapshotReader<S>): void {
    this.#parts.set(site, reader);
  }

  /** @internal */
  part(site: Site): SnapshotReader<S> | undefined {
    return this.#parts.get(site);
  }

  /** A thread writes no more: its rows go. @internal */
  remove(site: Site): void {
    this.#parts.delete(site);
  }

  #reserve(count: number): void {
    if (count <= this.#capacity) return;
    this.#capacity = 2 * count;
    this.#packed = openRows(
      this.schema,
      this.#capacity,
      new ArrayBuffer(bytesOf(this.schema, this.#capacity)),
    );
  }
}

/** So many rows from the one at `first` on. */
function from<S extends Schema>(schema: S, rows: Rows<S>, first: number, count: number): Rows<S> {
  const columns: Record<string, unknown> = {};
  for (const field of Object.keys(schema)) {
    const column = rows.columns[field] as unknown as Float32Array;
    const width = column.length / rows.ids.length;
    columns[field] = column.subarray(first * width, (first + count) * width);
  }
  return { ids: rows.ids.subarray(first, first + count), columns: columns as Columns<S> };
}
