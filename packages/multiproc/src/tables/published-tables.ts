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
  /** A table of this name is written there. `table` is its number in that thread, which a later table of this name does not have. */
  offer(name: string, from: ThreadId, schema: Schema, table: number): void;
  /** The replica has got the last commit of the table, if there was one. */
  ready(name: string, from: ThreadId, reader: number): void;
  /** There is no memory for the rows that the replica wants: it gets none of this table. */
  noMemory(name: string, from: ThreadId, reader: number, problem: string): void;
  /** Memory for the snapshots of the table. */
  memory(reader: number, from: ThreadId, memory: SharedArrayBuffer, capacity: number): void;
  /** The table has ended. */
  closed(name: string, from: ThreadId): void;
  /** There is a newer snapshot in that memory. */
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
  /** What this thread is called. */
  readonly thread: () => ThreadId;
  /** Tells the directory that a table is written here. */
  readonly announce: (name: string) => void;
  /** Tells it that it is no more. */
  readonly withdraw: (name: string) => void;
  readonly send: SendTo<ThreadId, WriterToReader>;
  /** Told that a replica has not got a commit. */
  readonly onError: (error: unknown) => void;
  /** The session's clock, in ms. */
  readonly now: () => number;
  /** Throws an Error that names the action if the pool is disposed. */
  readonly mustLive: (action: string) => void;
}

/** What connects a table with those who read it. */
export interface TableLink {
  readonly name: string;
  /** No other table of this thread has it. */
  readonly number: number;
  /** The session's clock, in ms. */
  readonly now: () => number;
  /** Throws an Error that names the action if the pool is disposed. */
  readonly mustLive: (action: string) => void;
  readonly close: (knownTo: readonly ThreadId[]) => void;
  /** Told that a replica has not got a commit. */
  readonly onError: (error: unknown) => void;
}

/** A table whose rows other threads can read as a replica. */
export class PublishedTable<S extends Schema> extends Table<S> {
  /** The name, by which replicas are opened. */
  readonly name: string;
  /** No other table of this thread has it. @internal */
  readonly number: number;
  /** The threads that were told of it. @internal */
  readonly knownTo: Set<ThreadId> = new Set();
  #readers: Reader[] = [];
  #isClosed = false;
  #link: TableLink;
  #committedAt = NaN;
  #copy: CommittedRows | undefined;
  #lacking: WeakSet<object> = new WeakSet(); // readers that have not got the last commit, and this table if it has no copy

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

  /** Somebody reads it from now on. Replaces a reader of the same thread and number. Throws a RangeError without memory for it. @internal */
  addReader(thread: ThreadId, number: number, writer: SnapshotWriter, schema: Schema): void {
    const isWhole = Object.keys(schema).length === Object.keys(this.schema).length;
    this.removeReader(thread, number);
    memoryFor(`replica of ${this.name}`, this.count, () => this.#show(writer));
    this.#readers.push({ thread, number, writer, isWhole });
  }

  /** A reader wants other rows. @internal */
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

  /** A thread has no replica any more. @internal */
  removeThread(thread: ThreadId): void {
    this.knownTo.delete(thread);
    this.#remove((reader) => reader.thread === thread);
  }

  /** The session is over: replicas of the next one see nothing of what was committed in it. @internal */
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

  // As it was committed: the rows may have changed since.
  #show(writer: SnapshotWriter): void {
    const rows = this.#copy?.rows ?? this.#written();
    if (rows !== undefined) writer.write(rows, this.#committedAt);
    else writer.open(this.capacity);
  }

  // The rows that were committed last, where a reader has all of them in shared memory: no copy is needed then.
  #written(): FilledRows<Schema> | undefined {
    for (const reader of this.#readers) {
      const { isWhole, writer } = reader;
      if (isWhole && writer.written !== undefined && !this.#lacking.has(reader)) return writer.written;
    }
    return undefined;
  }

  // The reader may go that has them.
  #keep(): void {
    const rows = this.#copy === undefined ? this.#written() : undefined;
    if (rows !== undefined) this.#take(rows);
  }

  // Without memory, readers that come before the next commit get no rows.
  #take(rows: FilledRows<Schema>): void {
    const copy = this.#copy ?? new CommittedRows(this.schema);
    this.#copy = this.#attempt(this, rows, () => copy.take(rows)) ? copy : undefined;
  }

  // What fails for lack of memory is reported once, until it succeeds again, and never within a commit: a handler of errors may close the table.
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

/** The tables that a thread writes, and who reads them. */
export class PublishedTables {
  #options: PublishedTablesOptions;
  #tables: Map<string, PublishedTable<Schema>> = new Map();
  #waiting: Map<TransferredSnapshotWriter<Schema>, ThreadId> = new Map(); // writers with a commit that waits for a buffer, and their readers' threads
  #created = 0;

  constructor(options: PublishedTablesOptions) {
    this.#options = options;
  }

  /** Tells a directory that knows nothing of it what is written here. */
  introduce(): void {
    for (const name of this.#tables.keys()) this.#options.announce(name);
  }

  /** The session is over. The tables stay, and what was committed in it is over. */
  end(): void {
    for (const table of this.#tables.values()) table.endSession();
  }

  /**
   * A new table. Throws a RangeError if this thread has one of that name, a TypeError if the schema has a type that is none, and an Error if the pool is
   * disposed.
   */
  create<S extends Schema>(name: string, given: S, capacity: number | undefined): PublishedTable<S> {
    const schema = copyOfSchema(given); // first: its getters may create a table, or dispose of the pool
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

  /** Somebody wants to read a table. */
  joined(name: string, thread: ThreadId): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    table.knownTo.add(thread);
    this.#options.send(thread, 'offer', [name, this.#options.thread(), table.schema, table.number]);
  }

  /** Somebody has left. If a thread left and came back at once, it has had the first offer for its second replica: that ends as well. */
  left(name: string, thread: ThreadId): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    table.removeThread(thread);
    this.#options.send(thread, 'closed', [name, this.#options.thread()]);
  }

  /** A reader wants these fields of the table that was offered as `number`, by memory that is shared if it has a bell there. */
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

  /** Sends the commits that wait until a thread returns a buffer. */
  sendWaiting(to: ThreadId): void {
    if (this.#waiting.size === 0) return; // the usual case, before each task
    for (const [writer, thread] of this.#waiting) if (thread === to) writer.sendWaiting();
  }

  /** A reader wants other rows. */
  setFilter(name: string, thread: ThreadId, reader: number, filter: RowFilter | undefined): void {
    this.#tables.get(name)?.setFilter(thread, reader, filter);
  }

  /** A reader has done with memory that was transferred to it. */
  returnBuffers(name: string, thread: ThreadId, reader: number, buffers: readonly ArrayBuffer[]): void {
    const writer = this.#tables.get(name)?.reader(thread, reader);
    if (writer instanceof TransferredSnapshotWriter) writer.reclaim(buffers);
  }

  /** A reader has left, and another one of its thread stays. */
  drop(name: string, thread: ThreadId, reader: number): void {
    this.#tables.get(name)?.removeReader(thread, reader);
  }
}
