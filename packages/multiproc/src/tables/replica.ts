import { checkCallback, checkKind, checkNumber } from '@doha/loop/options';
import { callGuarded } from '../call-guarded.ts';
import type { WakeSignal } from './wake-signal.ts';
import { closedError } from './closed-error.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { checkFilter, copyOfFilter, type RowFilter } from './row-filter.ts';
import { memoryFor } from './memory-for.ts';
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

/** Connects a replica with the writers of its tables. */
export interface ReplicaLink {
  /** The initial row filter. */
  readonly filter: RowFilter | undefined;
  /** Undefined without shared memory. */
  readonly wakeSignal: WakeSignal | undefined;
  readonly setFilter: (thread: ThreadId, filter: RowFilter | undefined) => void;
  readonly close: () => void;
  /** Receives errors and rejections of listeners. */
  readonly onError: (error: unknown) => void;
}

/** The table of one writer. */
interface Part<S extends Schema> {
  /** All fields of the writer's table. */
  readonly schema: Schema;
  readonly reader: SnapshotReader<S>;
}

/**
 * A read-only copy of the tables of one name, with the rows of all threads that have such a table, and with all fields or some of them (DOHA, WWW'12
 * §2.2.3).
 */
export class Replica<S extends Schema> {
  /** Name of the tables. */
  readonly name: string;
  /** The fields of the replica. */
  readonly schema: S;
  #link: ReplicaLink;
  #within: RowFilter | undefined;
  #parts: Map<ThreadId, Part<S>> = new Map();
  #listeners: Set<() => unknown> = new Set();
  #added: Set<() => unknown> = new Set(); // listeners that have not been called yet
  #hasLostRows = false; // since the last `advance`
  #isClosed = false;
  #isCalling = false; // whether a microtask that calls the listeners is queued
  #capacity = 0;
  #packed!: Rows<S>;

  /** `schema` and the filter are copies that the application cannot change. @internal */
  constructor(name: string, schema: S, link: ReplicaLink) {
    this.name = name;
    this.schema = schema;
    this.#link = link;
    this.#within = link.filter;
    this.#reserve(16);
  }

  /** Takes the newest snapshot of each table. Returns false if nothing has changed: no snapshot is newer, and no table has ended. */
  advance(): boolean {
    let isNewer = this.#hasLostRows;
    this.#hasLostRows = false;
    for (const { reader } of this.#parts.values()) isNewer = reader.advance() || isNewer;
    return isNewer;
  }

  /**
   * The row filter, a frozen copy; undefined: all rows. A new filter takes effect with the next
   * snapshots. The setter throws a TypeError if a table has no such field, or if a corner does not
   * have as many numbers as its field, and a RangeError if a number is NaN.
   */
  get within(): RowFilter<S> | undefined {
    return this.#within as RowFilter<S> | undefined;
  }

  set within(given: RowFilter<S> | undefined) {
    const filter = given === undefined ? undefined : copyOfFilter(given);
    if (filter !== undefined) {
      for (const { schema } of this.#parts.values()) checkFilter(schema, filter);
    }
    this.#within = filter;
    for (const thread of this.#parts.keys()) this.#link.setFilter(thread, filter);
  }

  /**
   * Calls `listener` in a microtask when `advance` would return true. Several snapshots can share
   * one call. If `advance` would return true already, the first call follows in a microtask.
   * Returns a function that removes the listener. Throws an Error if the replica is closed.
   */
  onChange(listener: () => unknown): () => void {
    checkCallback('onChange: listener', listener);
    if (this.#isClosed) throw closedError('onChange', 'replica', this.name);
    const own = (): unknown => (this.#listeners.has(own) ? listener() : undefined);
    this.#listeners.add(own);
    this.#added.add(own);
    this.#link.wakeSignal?.requestMessage();
    queueMicrotask(() => {
      if (this.#added.delete(own) && this.#hasNewer) callGuarded(this.#link.onError, own);
    });
    return () => void this.#listeners.delete(own);
  }

  /**
   * Blocks this thread until `advance` would return true, for at most `timeout` ms; ≥ 0. Returns
   * whether `advance` would return true. Meanwhile the thread receives no messages and runs no
   * tasks. New tables, the growth of a table and the end of a table are announced by messages. So
   * let the thread receive messages after `wait` has returned false, for example by `await` of a
   * timer. The growth or the end of a table ends the wait. Until the message about this change is
   * received, and while the replica has no table, `wait` does not block. In the thread that started
   * the pool, the loss of a worker does not end a wait, because this thread learns of the loss only
   * when it does not block. Throws a TypeError in a thread that must not block, such as a page's,
   * and an Error without shared memory.
   */
  wait(timeout: number): boolean {
    checkNumber('Replica.wait: timeout', timeout, { min: 0, unlimited: true });
    const { wakeSignal } = this.#link;
    if (wakeSignal === undefined) {
      throw new Error('Replica.wait: memory must be shared, for which a page must be cross-origin isolated');
    }
    wakeSignal.checkMayBlock('Replica.wait');
    const end = performance.now() + timeout;
    for (let left = timeout; ; left = end - performance.now()) {
      wakeSignal.ignoreEarlier(); // a snapshot that comes after this line ends the wait below
      if (this.#hasNewer) return true;
      if (left <= 0 || wakeSignal.needsMessage || this.#needsMessage) return false;
      wakeSignal.wait(left);
    }
  }

  /** Ends the replica: it has no rows any more, `advance` and `wait` return false, and `onChange` throws an Error. */
  close(): void {
    this.#isClosed = true;
    this.#parts.clear();
    this.#listeners.clear();
    this.#hasLostRows = false;
    this.#link.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The snapshot of each table that `advance` took last. Nothing is copied. */
  get parts(): Snapshot<S>[] {
    return [...this.#parts.values()].flatMap(({ reader }) => reader.newest ?? []);
  }

  /**
   * Returns all rows as they were at `time`, in ms on the clock of the pool. Default: the rows of the newest snapshots. Between the two snapshots of a
   * table that `advance` took last, `f32`, `f64`, angles, vectors and matrices are interpolated. Fields of type `i32`, `u32` and `u8` have the value of the snapshot before `time`.
   * The rows are those of the snapshot before `time` as well, in its order: a row appears and disappears at the time of its commit. Only two snapshots
   * are kept: earlier times give the older one. The arrays are reused: they are valid until the next call. Throws a RangeError if there is no memory for
   * them.
   */
  at(time: number = Infinity): FilledRows<S> {
    const isTime = typeof time === 'number' && !Number.isNaN(time);
    checkKind('Replica.at: time', isTime, 'a number of ms', time);
    this.#reserve(this.#maxRows);
    let count = 0;
    for (const { reader } of this.#parts.values()) {
      const { newest, previous } = reader;
      if (newest === undefined) continue;
      const target = count === 0 ? this.#packed : from(this.schema, this.#packed, count);
      if (previous !== undefined && time < newest.time) {
        count += interpolate(this.schema, previous, newest, time, target);
      } else {
        copyRows(this.schema, newest, target);
        count += newest.count;
      }
    }
    return { count, ...this.#packed };
  }

  /** Adds the table of a thread. @internal */
  add(thread: ThreadId, schema: Schema, reader: SnapshotReader<S>): void {
    this.#parts.set(thread, { schema, reader });
  }

  /** @internal */
  part(thread: ThreadId): SnapshotReader<S> | undefined {
    return this.#parts.get(thread)?.reader;
  }

  /** Whether there is no table. @internal */
  get isEmpty(): boolean {
    return this.#parts.size === 0;
  }

  /** @internal */
  get wakeSignal(): WakeSignal | undefined {
    return this.#link.wakeSignal;
  }

  /**
   * Called when there may be newer snapshots. Listeners are called later, because they may change the table that is being committed, or the replicas of
   * this name. @internal
   */
  changed(): void {
    if (this.#isCalling || this.#listeners.size === 0) return;
    this.#isCalling = true;
    queueMicrotask(() => {
      this.#isCalling = false;
      this.#callListeners();
    });
  }

  /** Removes the table of a thread, with its rows. @internal */
  remove(thread: ThreadId): void {
    const part = this.#parts.get(thread);
    if (part === undefined) return;
    this.#parts.delete(thread);
    if (part.reader.newest === undefined) return;
    this.#hasLostRows = true;
    this.changed();
  }

  #callListeners(): void {
    if (this.#listeners.size === 0) return;
    this.#link.wakeSignal?.requestMessage(); // before the check, so that a message reports any later snapshot
    if (!this.#hasNewer) return;
    const present = [...this.#listeners]; // listeners that are added meanwhile are called separately
    for (const listener of present) {
      this.#added.delete(listener);
      callGuarded(this.#link.onError, listener);
    }
  }

  get #hasNewer(): boolean {
    if (this.#hasLostRows) return true;
    for (const { reader } of this.#parts.values()) if (reader.hasNewer) return true;
    return false;
  }

  get #needsMessage(): boolean {
    for (const { reader } of this.#parts.values()) if (reader.needsMessage) return true;
    return this.#parts.size === 0;
  }

  /**
   * Maximum number of rows that `at` returns: for each table the rows in the larger one of its two
   * snapshots, summed.
   */
  get #maxRows(): number {
    let count = 0;
    for (const { reader } of this.#parts.values())
      count += Math.max(reader.newest?.count ?? 0, reader.previous?.count ?? 0);
    return count;
  }

  #reserve(count: number): void {
    if (count <= this.#capacity) return;
    const capacity = 2 * count;
    this.#packed = memoryFor(`Replica.at of ${this.name}`, capacity, () =>
      openRows(this.schema, capacity, new ArrayBuffer(bytesOf(this.schema, capacity))),
    );
    this.#capacity = capacity;
  }
}

/** Returns the rows from index `first` on. */
function from<S extends Schema>(schema: S, rows: Rows<S>, first: number): Rows<S> {
  const columns: Record<string, unknown> = {};
  for (const field of Object.keys(schema)) {
    const column = rows.columns[field] as unknown as Float32Array;
    const width = column.length / rows.ids.length;
    columns[field] = column.subarray(first * width);
  }
  return { ids: rows.ids.subarray(first), columns: columns as Columns<S> };
}
