import { checkNumber } from '@doha/loop/options';
import { closedError } from './closed-error.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { RowFilter } from './row-filter.ts';
import { CommittedRows } from './committed-rows.ts';
import { memoryFor } from './memory-for.ts';
import type { FilledRows, Schema } from './schema.ts';
import type { SnapshotWriter } from './snapshot.ts';
import { Table } from './table.ts';

/** Connects a table with its readers. */
export interface TableLink {
  readonly name: string;
  /** Unique in this thread. */
  readonly number: number;
  /** The session's clock, in ms. */
  readonly now: () => number;
  /** Throws an Error that names the action if the pool is disposed. */
  readonly checkNotDisposed: (action: string) => void;
  readonly close: (offeredTo: readonly ThreadId[]) => void;
  /** Receives errors of commits that did not reach a replica. */
  readonly onError: (error: unknown) => void;
}

/** A table whose rows other threads can read as a replica. */
export class PublishedTable<S extends Schema> extends Table<S> {
  /** The name by which replicas are opened. */
  readonly name: string;
  /** Unique in this thread. @internal */
  readonly number: number;
  /** The threads to which the table was offered. @internal */
  readonly offeredTo: Set<ThreadId> = new Set();
  #readers: Reader[] = [];
  #isClosed = false;
  #link: TableLink;
  #committedAt = NaN;
  #copy: CommittedRows | undefined;
  #lacking: WeakSet<object> = new WeakSet(); // readers that did not get the last commit, and this table if its copy failed

  /** @internal */
  constructor(schema: S, capacity: number | undefined, link: TableLink) {
    super(schema, capacity);
    this.name = link.name;
    this.number = link.number;
    this.#link = link;
  }

  /** As {@link Table.add}. Throws an Error as well if the table is closed or the pool is disposed. */
  override add(id: number): number {
    this.#mustBeOpen('Table.add');
    return super.add(id);
  }

  /**
   * Makes the current rows visible to replicas. `time` is a time in ms on the clock of the pool
   * (`proc.now`); default: now. Throws a RangeError if `time` is not finite. Throws an Error if the
   * table is closed, if the pool is disposed, or if `time` is missing in a worker before the pool is
   * shared. A replica for which there is no memory keeps its older rows, and a RangeError goes to
   * `onError`.
   */
  commit(time: number = this.#link.now()): void {
    this.#mustBeOpen('commit');
    checkNumber('commit: time', time);
    this.#committedAt = time;
    for (const reader of this.#readers) this.#attempt(reader, this, () => reader.writer.write(this, time));
    if (this.#written() !== undefined) this.#copy = undefined;
    else this.#copyCommitted(this);
  }

  /** Ends the table: replicas lose its rows. This thread can still read them, `add` and `commit` throw an Error, and other changes have no effect on replicas. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#copy = undefined;
    this.#link.close([...this.offeredTo]);
    this.#removeAll();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Adds a reader. Replaces a reader of the same thread and number. Throws a RangeError if there is no memory for its rows. @internal */
  addReader(thread: ThreadId, number: number, writer: SnapshotWriter, schema: Schema): void {
    const isWhole = Object.keys(schema).length === Object.keys(this.schema).length;
    this.removeReader(thread, number);
    memoryFor(`replica of ${this.name}`, this.count, () => this.#writeCommitted(writer));
    this.#readers.push({ thread, number, writer, isWhole });
  }

  /** Changes the row filter of a reader. @internal */
  setFilter(thread: ThreadId, number: number, filter: RowFilter | undefined): void {
    const reader = this.#find(thread, number);
    if (reader === undefined) return;
    this.#preserveCommitted();
    reader.writer.filter = filter;
    this.#attempt(reader, this, () => this.#writeCommitted(reader.writer));
  }

  /** @internal */
  reader(thread: ThreadId, number: number): SnapshotWriter | undefined {
    return this.#find(thread, number)?.writer;
  }

  /** @internal */
  removeReader(thread: ThreadId, number: number): void {
    this.#remove((reader) => reader.thread === thread && reader.number === number);
  }

  /** Called when a thread has no replica any more. @internal */
  removeThread(thread: ThreadId): void {
    this.offeredTo.delete(thread);
    this.#remove((reader) => reader.thread === thread);
  }

  /**
   * Ends the session. Replicas of the next session do not get the commits of this one. @internal
   */
  endSession(): void {
    this.#removeAll();
    this.#copy = undefined;
  }

  #removeAll(): void {
    for (const { writer } of this.#readers.splice(0)) writer.close();
    this.offeredTo.clear();
  }

  #mustBeOpen(action: string): void {
    if (this.#isClosed) throw closedError(action, 'table', this.name);
    this.#link.checkNotDisposed(action);
  }

  #find(thread: ThreadId, number: number): Reader | undefined {
    return this.#readers.find((reader) => reader.thread === thread && reader.number === number);
  }

  #remove(matches: (reader: Reader) => boolean): void {
    const leaving = this.#readers.filter(matches);
    if (leaving.length === 0) return;
    this.#preserveCommitted();
    this.#readers = this.#readers.filter((reader) => !matches(reader));
    for (const { writer } of leaving) writer.close();
  }

  // Writes the committed rows, because the current ones may have changed since.
  #writeCommitted(writer: SnapshotWriter): void {
    const rows = this.#copy?.rows ?? this.#written();
    if (rows !== undefined) writer.write(rows, this.#committedAt);
    else writer.open(this.capacity);
  }

  // Returns the rows of the last commit if a reader has all of them in shared memory, so that no copy is needed.
  #written(): FilledRows<Schema> | undefined {
    for (const reader of this.#readers) {
      const { isWhole, writer } = reader;
      if (isWhole && writer.written !== undefined && !this.#lacking.has(reader)) return writer.written;
    }
    return undefined;
  }

  // Copies the committed rows before the only reader that has them leaves.
  #preserveCommitted(): void {
    const rows = this.#copy === undefined ? this.#written() : undefined;
    if (rows !== undefined) this.#copyCommitted(rows);
  }

  // Without memory for the copy, readers that come before the next commit get no rows.
  #copyCommitted(rows: FilledRows<Schema>): void {
    const copy = this.#copy ?? new CommittedRows(this.schema);
    this.#copy = this.#attempt(this, rows, () => copy.copyFrom(rows)) ? copy : undefined;
  }

  // A lack of memory is reported once, and again only after a write has succeeded. The report
  // follows in a microtask, because the error handler may close the table.
  #attempt(who: object, { count }: FilledRows<Schema>, write: () => void): boolean {
    try {
      memoryFor(`replica of ${this.name}`, count, write);
      this.#lacking.delete(who);
      return true;
    } catch (error) {
      if (!this.#lacking.has(who)) queueMicrotask(() => this.#link.onError(error));
      this.#lacking.add(who);
      return false;
    }
  }
}

interface Reader {
  readonly thread: ThreadId;
  readonly number: number;
  readonly writer: SnapshotWriter;
  /** Whether it reads all fields. */
  readonly isWhole: boolean;
}
