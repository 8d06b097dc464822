import { checkNumber } from '@doha/loop/options';
import { errorMessage } from '../transport/error-text.ts';
import type { SendTo } from '../transport/remote-methods.ts';
import { WakeSender } from './wake-signal.ts';
import { closedError } from './closed-error.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { RowFilter } from './row-filter.ts';
import { CommittedRows } from './committed-rows.ts';
import { memoryFor } from './memory-for.ts';
import { copyOfSchema, type FilledRows, type Schema } from './schema.ts';
import { SharedSnapshotWriter } from './shared-snapshots.ts';
import type { SnapshotWriter } from './snapshot.ts';
import { Table } from './table.ts';
import { TransferredSnapshotWriter } from './transferred-snapshots.ts';

/** Messages from a table's writer to its readers. `reader` is the number of a replica in the thread that gets the message. */
export interface WriterToReader {
  /** The writer has a table of this name. `table` is its number, which no later table of this thread has. */
  offer(name: string, from: ThreadId, schema: Schema, table: number): void;
  /** The replica has got the last commit of the table, if there was one. */
  ready(name: string, from: ThreadId, reader: number): void;
  /** There is no memory for the rows that the replica wants. It gets none of this table. */
  noMemory(name: string, from: ThreadId, reader: number, problem: string): void;
  /** Shared memory for the snapshots of the table. */
  memory(reader: number, from: ThreadId, memory: SharedArrayBuffer, capacity: number): void;
  /** The table was closed. */
  closed(name: string, from: ThreadId): void;
  /** There is a newer snapshot in the shared memory. */
  woken(reader: number): void;
  /** A snapshot, in memory that is transferred. */
  snapshot(
    reader: number,
    from: ThreadId,
    memory: ArrayBuffer,
    capacity: number,
    count: number,
    time: number,
  ): void;
}

export interface PublishedTablesOptions {
  /** The id of this thread. */
  readonly thread: () => ThreadId;
  /** Tells the broker that this thread has a table. */
  readonly announce: (name: string) => void;
  /** Tells the broker that the table is gone. */
  readonly withdraw: (name: string) => void;
  readonly send: SendTo<ThreadId, WriterToReader>;
  /** Receives errors of commits that did not reach a replica. */
  readonly onError: (error: unknown) => void;
  /** The session's clock, in ms. */
  readonly now: () => number;
  /** Throws an Error that names the action if the pool is disposed. */
  readonly mustLive: (action: string) => void;
}

/** Connects a table with its readers. */
export interface TableLink {
  readonly name: string;
  /** Unique in this thread. */
  readonly number: number;
  /** The session's clock, in ms. */
  readonly now: () => number;
  /** Throws an Error that names the action if the pool is disposed. */
  readonly mustLive: (action: string) => void;
  readonly close: (knownTo: readonly ThreadId[]) => void;
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
  readonly knownTo: Set<ThreadId> = new Set();
  #readers: Reader[] = [];
  #isClosed = false;
  #link: TableLink;
  #committedAt = NaN;
  #copy: CommittedRows | undefined;
  #lacking: WeakSet<object> = new WeakSet(); // readers without the last commit, and this table if it has no copy

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
   * Makes the current rows visible to replicas. `time` is a time in ms on the clock of the pool (`proc.now`); default: now. Throws a RangeError if it is
   * not finite, and an Error if the table is closed or the pool is disposed, or without `time` in a worker that the pool has not started yet. A replica
   * for which there is no memory keeps its older rows, and the RangeError goes to `onError`.
   */
  commit(time: number = this.#link.now()): void {
    this.#mustBeOpen('commit');
    checkNumber('commit: time', time);
    this.#committedAt = time;
    for (const reader of this.#readers) this.#attempt(reader, this, () => reader.writer.write(this, time));
    if (this.#written() !== undefined) this.#copy = undefined;
    else this.#take(this);
  }

  /** Ends the table: replicas lose its rows. This thread can still read them, `add` and `commit` throw an Error, and other changes have no effect on replicas. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#copy = undefined;
    this.#link.close([...this.knownTo]);
    this.#removeAll();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Adds a reader. Replaces a reader of the same thread and number. Throws a RangeError if there is no memory for its rows. @internal */
  addReader(thread: ThreadId, number: number, writer: SnapshotWriter, schema: Schema): void {
    const isWhole = Object.keys(schema).length === Object.keys(this.schema).length;
    this.removeReader(thread, number);
    memoryFor(`replica of ${this.name}`, this.count, () => this.#show(writer));
    this.#readers.push({ thread, number, writer, isWhole });
  }

  /** Changes the row filter of a reader. @internal */
  setFilter(thread: ThreadId, number: number, filter: RowFilter | undefined): void {
    const reader = this.#find(thread, number);
    if (reader === undefined) return;
    this.#keep();
    reader.writer.filter = filter;
    this.#attempt(reader, this, () => this.#show(reader.writer));
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
    this.knownTo.delete(thread);
    this.#remove((reader) => reader.thread === thread);
  }

  /** Ends the session. Replicas of the next one do not see the commits of this one. @internal */
  endSession(): void {
    this.#removeAll();
    this.#copy = undefined;
  }

  #removeAll(): void {
    for (const { writer } of this.#readers.splice(0)) writer.close();
    this.knownTo.clear();
  }

  #mustBeOpen(action: string): void {
    if (this.#isClosed) throw closedError(action, 'table', this.name);
    this.#link.mustLive(action);
  }

  #find(thread: ThreadId, number: number): Reader | undefined {
    return this.#readers.find((reader) => reader.thread === thread && reader.number === number);
  }

  #remove(isMeant: (reader: Reader) => boolean): void {
    const leaving = this.#readers.filter(isMeant);
    if (leaving.length === 0) return;
    this.#keep();
    this.#readers = this.#readers.filter((reader) => !isMeant(reader));
    for (const { writer } of leaving) writer.close();
  }

  // Writes the committed rows, because the current ones may have changed since.
  #show(writer: SnapshotWriter): void {
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
  #keep(): void {
    const rows = this.#copy === undefined ? this.#written() : undefined;
    if (rows !== undefined) this.#take(rows);
  }

  // Without memory for the copy, readers that come before the next commit get no rows.
  #take(rows: FilledRows<Schema>): void {
    const copy = this.#copy ?? new CommittedRows(this.schema);
    this.#copy = this.#attempt(this, rows, () => copy.take(rows)) ? copy : undefined;
  }

  // A lack of memory is reported once, until writing succeeds again, and never within a commit, because the error handler may close the table.
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

/** The tables that a thread writes, and their readers. */
export class PublishedTables {
  #options: PublishedTablesOptions;
  #tables: Map<string, PublishedTable<Schema>> = new Map();
  #waiting: Map<TransferredSnapshotWriter<Schema>, ThreadId> = new Map(); // writers with a commit that waits for a buffer, and the threads of their readers
  #created = 0;

  constructor(options: PublishedTablesOptions) {
    this.#options = options;
  }

  /** Announces all tables to the broker of a new session. */
  beginSession(): void {
    for (const name of this.#tables.keys()) this.#options.announce(name);
  }

  /** Ends the session. The tables stay, but their commits are over. */
  endSession(): void {
    for (const table of this.#tables.values()) table.endSession();
  }

  /**
   * Creates a table. Throws a RangeError if this thread has a table of that name, a TypeError if the schema has an unknown type, and an Error if the pool
   * is disposed.
   */
  create<S extends Schema>(name: string, given: S, capacity: number | undefined): PublishedTable<S> {
    const schema = copyOfSchema(given); // first, because its getters may create a table, or dispose of the pool
    this.#options.mustLive('table');
    if (this.#tables.has(name))
      throw new RangeError(`table: this thread must not have a table ${name} already`);
    const { mustLive, now, onError, send, thread, withdraw } = this.#options;
    const table = new PublishedTable(schema, capacity, {
      name,
      number: ++this.#created,
      now,
      mustLive,
      onError,
      close: (knownTo) => {
        if (this.#tables.get(name) !== (table as PublishedTable<Schema>)) return;
        this.#tables.delete(name);
        withdraw(name);
        for (const reader of knownTo) send(reader, 'closed', [name, thread()]);
      },
    });
    this.#tables.set(name, table);
    this.#options.announce(name);
    return table;
  }

  /** Called when a thread opens its first replica of a table. */
  joined(name: string, thread: ThreadId): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    table.knownTo.add(thread);
    this.#options.send(thread, 'offer', [name, this.#options.thread(), table.schema, table.number]);
  }

  /** Called when a thread has closed its last replica. If it opened another one at once, it has used the first offer for it, so that offer ends as well. */
  left(name: string, thread: ThreadId): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    table.removeThread(thread);
    this.#options.send(thread, 'closed', [name, this.#options.thread()]);
  }

  /** Called when a reader requests fields of the table that was offered as `number`. `wakeSignal`: present if memory can be shared. */
  want(
    name: string,
    thread: ThreadId,
    reader: number,
    schema: Schema,
    filter: RowFilter | undefined,
    wakeSignal: SharedArrayBuffer | undefined,
    number: number,
  ): void {
    const table = this.#tables.get(name);
    if (table?.number !== number || !table.knownTo.has(thread)) return; // the table is another one, or the reader has left
    const { send, thread: own } = this.#options;
    const writer = wakeSignal
      ? new SharedSnapshotWriter(
          schema,
          new WakeSender(wakeSignal, () => send(thread, 'woken', [reader])),
          (...memory) => send(thread, 'memory', [reader, own(), ...memory]),
        )
      : this.#transferTo(thread, reader, schema);
    writer.filter = filter;
    try {
      table.addReader(thread, reader, writer, schema);
    } catch (error) {
      return send(thread, 'noMemory', [name, own(), reader, errorMessage(error)]);
    }
    send(thread, 'ready', [name, own(), reader]);
  }

  #transferTo(thread: ThreadId, reader: number, schema: Schema): TransferredSnapshotWriter<Schema> {
    const { send, thread: own } = this.#options;
    const writer: TransferredSnapshotWriter<Schema> = new TransferredSnapshotWriter(
      schema,
      ({ capacity, count, memory, time }) =>
        send(thread, 'snapshot', [reader, own(), memory, capacity, count, time], [memory]),
      (isWaiting) => (isWaiting ? this.#waiting.set(writer, thread) : this.#waiting.delete(writer)),
    );
    return writer;
  }

  /** Sends the commits for a thread that wait until it returns a buffer. */
  sendWaiting(to: ThreadId): void {
    if (this.#waiting.size === 0) return; // the usual case before a task
    for (const [writer, thread] of this.#waiting) if (thread === to) writer.sendWaiting();
  }

  /** Changes the row filter of a reader. */
  setFilter(name: string, thread: ThreadId, reader: number, filter: RowFilter | undefined): void {
    this.#tables.get(name)?.setFilter(thread, reader, filter);
  }

  /** Called when a reader returns buffers that were transferred to it. */
  returnBuffers(name: string, thread: ThreadId, reader: number, buffers: readonly ArrayBuffer[]): void {
    const writer = this.#tables.get(name)?.reader(thread, reader);
    if (writer instanceof TransferredSnapshotWriter) writer.reclaim(buffers);
  }

  /** Called when a reader has left, and another one of its thread stays. */
  drop(name: string, thread: ThreadId, reader: number): void {
    this.#tables.get(name)?.removeReader(thread, reader);
  }
}
