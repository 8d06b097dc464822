import { errorMessage } from '../transport/error-text.ts';
import type { SendTo } from '../transport/remote-methods.ts';
import { WakeSender } from './wake-signal.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { RowFilter } from './row-filter.ts';
import { copyOfSchema, type Schema } from './schema.ts';
import { SharedSnapshotWriter } from './shared-snapshots.ts';
import { TransferredSnapshotWriter } from './transferred-snapshots.ts';
import type { WriterToReader } from './table-messages.ts';
import { PublishedTable } from './published-table.ts';

/** Options of `table`. */
export interface TableOptions {
  /** Number of rows that fit at first; ≥ 0, default 16. The table grows. */
  capacity?: number | undefined;
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
  readonly checkNotDisposed: (action: string) => void;
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

  /** Ends the session. The tables keep their rows, but earlier commits are no longer published. */
  endSession(): void {
    for (const table of this.#tables.values()) table.endSession();
  }

  /**
   * Creates a table. Throws a RangeError if this thread has a table of that name, a TypeError if the schema has an unknown type, and an Error if the pool
   * is disposed.
   */
  create<S extends Schema>(name: string, given: S, capacity: number | undefined): PublishedTable<S> {
    const schema = copyOfSchema(given); // first, because its getters may create a table, or dispose of the pool
    this.#options.checkNotDisposed('table');
    if (this.#tables.has(name))
      throw new RangeError(`table: this thread must not have a table ${name} already`);
    const { checkNotDisposed, now, onError, send, thread, withdraw } = this.#options;
    const table = new PublishedTable(schema, capacity, {
      name,
      number: ++this.#created,
      now,
      checkNotDisposed,
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
    table.offeredTo.add(thread);
    this.#options.send(thread, 'offer', [name, this.#options.thread(), table.schema, table.number]);
  }

  /**
   * Called when a thread has closed its last replica. If the thread has opened another replica by the
   * same offer meanwhile, the reader of that replica is removed as well. So the offer is withdrawn,
   * and `joined` sends another one.
   */
  left(name: string, thread: ThreadId): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    table.removeThread(thread);
    this.#options.send(thread, 'closed', [name, this.#options.thread()]);
  }

  /** Called when a reader requests fields of the table that was offered as `number`. `wakeSignal`: present if memory can be shared. */
  requestRows(
    name: string,
    thread: ThreadId,
    reader: number,
    schema: Schema,
    filter: RowFilter | undefined,
    wakeSignal: SharedArrayBuffer | undefined,
    number: number,
  ): void {
    const table = this.#tables.get(name);
    if (table?.number !== number || !table.offeredTo.has(thread)) return; // the table is another one, or the reader has left
    const { send, thread: own } = this.#options;
    const writer = wakeSignal
      ? new SharedSnapshotWriter(
          schema,
          new WakeSender(wakeSignal, () => send(thread, 'woken', [name])),
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

  /** Sends a thread, now, the commits that would otherwise wait until it returns a buffer. */
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
