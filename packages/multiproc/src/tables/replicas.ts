import { onAbort } from '../task/on-abort.ts';
import type { SendTo } from '../transport/remote-methods.ts';
import { WakeSignal } from './wake-signal.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { checkFilter, copyOfFilter, type RowFilter } from './row-filter.ts';
import { Replica } from './replica.ts';
import { copyOfSchema, type Schema } from './schema.ts';
import { SharedSnapshotReader } from './shared-snapshots.ts';
import { TableMissingError } from './table-missing-error.ts';
import { TransferredSnapshotReader } from './transferred-snapshots.ts';
import type { WriterToReader, ReaderToWriter } from './table-messages.ts';
import type { AbortSignal } from '../platform-types.ts';

/** Options of `replica`. */
export interface ReplicaOptions<S extends Schema = Schema> {
  /** Row filter. Default: all rows. */
  within?: RowFilter<S> | undefined;
  /** Ends the wait for a table of that name: the promise rejects with a `TableMissingError`. */
  signal?: AbortSignal | undefined;
}

export interface ReplicasOptions {
  /** The id of this thread. */
  readonly thread: () => ThreadId;
  /**
   * `wakeSignal`: present if memory can be shared. The hub uses it to end waits when a writer is
   * lost.
   */
  readonly subscribe: (name: string, wakeSignal: SharedArrayBuffer | undefined) => void;
  readonly unsubscribe: (name: string) => void;
  readonly send: SendTo<ThreadId, ReaderToWriter>;
  /** Receives errors and rejections of listeners, and the errors of tables that an open replica cannot read. */
  readonly onError: (error: unknown) => void;
  /** Whether this thread can share memory with others. */
  readonly canShare: boolean;
}

/** The promise of a replica that is not ready yet. */
interface PendingReplica {
  readonly resolve: () => void;
  readonly reject: (problem: unknown) => void;
}

/** The options of `Replicas.open`. */
export interface OpenOptions {
  readonly filter: RowFilter | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A table of another thread. */
interface Offer {
  /** All fields of the table. */
  readonly schema: Schema;
  /** The number of the table in the thread that writes it. */
  readonly table: number;
}

/** The tables and replicas of one name. */
interface TableSubscription {
  /** By the thread that writes the table. */
  readonly offers: Map<ThreadId, Offer>;
  readonly replicas: Map<number, Replica<Schema>>;
  /** Undefined without shared memory. */
  readonly wakeSignal: WakeSignal | undefined;
}

/** The replicas of a thread. */
export class Replicas implements WriterToReader {
  #options: ReplicasOptions;
  #subscriptions: Map<string, TableSubscription> = new Map();
  #replicas: Map<number, Replica<Schema>> = new Map();
  #pending: Map<number, PendingReplica> = new Map();
  #opened = 0;
  #closed: Error | undefined; // the reason

  constructor(options: ReplicasOptions) {
    this.#options = options;
  }

  /**
   * Opens a replica. Resolves as soon as the last commit of a table of this name can be read. Rejects with a TypeError if a table lacks a field, has it
   * with another type, or does not fit the filter. Rejects with a TableMissingError if there is no table when the signal is aborted or the session ends.
   */
  async open<S extends Schema>(name: string, given: S, { filter, signal }: OpenOptions): Promise<Replica<S>> {
    const number = ++this.#opened;
    // The getters of the application's objects may end the session, so they are called before the
    // session is checked.
    const schema = copyOfSchema(given);
    const within = filter && copyOfFilter(filter);
    const undo = signal && onAbort(signal, () => this.#giveUp(number, signal.reason));
    try {
      const isAborted = signal?.aborted === true;
      if (this.#closed !== undefined || isAborted)
        throw new TableMissingError(name, this.#closed ?? signal?.reason);
      const subscription = this.#subscriptions.get(name) ?? this.#newSubscription();
      const replica = this.#create(name, number, schema, [within, subscription.wakeSignal]);
      // Before `#begin`, because a table of this thread is offered within that call.
      const ready = new Promise<void>((resolve, reject) => this.#pending.set(number, { resolve, reject }));
      this.#begin(subscription, number, replica);
      await ready;
      return replica;
    } finally {
      undo?.();
    }
  }

  /** Called when the session has ended: pending requests fail. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const number of this.#pending.keys()) this.#giveUp(number, reason);
  }

  /** Closes the open replicas; `close` ends the pending ones. */
  dispose(): void {
    for (const [number, replica] of this.#replicas) if (!this.#pending.has(number)) replica.close();
  }

  /** Announces all replicas to the broker of a new session. Tables of earlier sessions are gone. */
  beginSession(): void {
    this.#closed = undefined;
    for (const { offers } of this.#subscriptions.values())
      for (const thread of offers.keys()) this.gone(thread);
    for (const [name, { wakeSignal }] of this.#subscriptions)
      this.#options.subscribe(name, wakeSignal?.memory);
  }

  offer(name: string, from: ThreadId, schema: Schema, table: number): void {
    const subscription = this.#subscriptions.get(name);
    if (subscription === undefined) return;
    const offer = { schema, table };
    subscription.offers.set(from, offer);
    for (const [number, replica] of subscription.replicas) this.#requestRows(number, replica, from, offer);
  }

  ready(name: string, from: ThreadId, reader: number): void {
    const { send, thread } = this.#options;
    if (!this.#replicas.has(reader)) send(from, 'drop', [name, thread(), reader]); // the replica was closed while its request was in flight
    this.#pending.get(reader)?.resolve();
    this.#pending.delete(reader);
  }

  noMemory(_name: string, from: ThreadId, reader: number, problem: string): void {
    const replica = this.#replicas.get(reader);
    if (replica === undefined) return; // the replica was closed while its request was in flight
    replica.remove(from);
    this.#refuse(reader, replica, new RangeError(problem));
  }

  memory(reader: number, from: ThreadId, memory: SharedArrayBuffer, capacity: number): void {
    const replica = this.#replicas.get(reader);
    const part = replica?.part(from);
    if (!(part instanceof SharedSnapshotReader)) return;
    part.adopt(memory, capacity);
    replica!.changed(); // a snapshot may have been written before the memory was known here
  }

  closed(name: string, from: ThreadId): void {
    const subscription = this.#subscriptions.get(name);
    if (subscription?.offers.delete(from) !== true) return;
    for (const [number, replica] of subscription.replicas) {
      replica.remove(from);
      if (replica.isEmpty && this.#pending.has(number))
        this.#requestAgain(number, replica, subscription.offers);
    }
  }

  woken(name: string): void {
    for (const replica of this.#subscriptions.get(name)?.replicas.values() ?? []) replica.changed();
  }

  snapshot(
    reader: number,
    from: ThreadId,
    memory: ArrayBuffer,
    capacity: number,
    count: number,
    time: number,
  ): void {
    const replica = this.#replicas.get(reader);
    const part = replica?.part(from);
    if (!(part instanceof TransferredSnapshotReader)) return;
    part.receive({ memory, capacity, count, time });
    replica!.changed();
  }

  /** Called when a thread is gone. Removes its rows. */
  gone(thread: ThreadId): void {
    for (const [name, { wakeSignal }] of this.#subscriptions) {
      wakeSignal?.confirmLost(thread);
      this.closed(name, thread);
    }
  }

  #newSubscription(): TableSubscription {
    const wakeSignal = this.#options.canShare ? new WakeSignal() : undefined;
    return { offers: new Map(), replicas: new Map(), wakeSignal };
  }

  #create<S extends Schema>(
    name: string,
    number: number,
    schema: S,
    [filter, wakeSignal]: readonly [RowFilter | undefined, WakeSignal | undefined],
  ): Replica<S> {
    const { onError, send, thread } = this.#options;
    return new Replica(name, schema, {
      filter,
      onError,
      wakeSignal,
      setFilter: (to, newFilter) => send(to, 'setFilter', [name, thread(), number, newFilter]),
      close: () => this.#end(name, number),
    });
  }

  #begin(subscription: TableSubscription, number: number, replica: Replica<Schema>): void {
    const { name } = replica;
    const isNew = !this.#subscriptions.has(name);
    this.#replicas.set(number, replica);
    this.#subscriptions.set(name, subscription);
    subscription.replicas.set(number, replica);
    if (isNew) return this.#options.subscribe(name, subscription.wakeSignal?.memory);
    for (const [thread, offer] of subscription.offers) {
      if (this.#replicas.has(number)) this.#requestRows(number, replica, thread, offer);
    }
  }

  // The table that a pending replica waited for was closed. Another table of the name was refused
  // earlier. It is requested again, so that `open` rejects with the reason of the refusal, or
  // resolves if there is memory for its rows now.
  #requestAgain(number: number, replica: Replica<Schema>, offers: TableSubscription['offers']): void {
    const [other] = offers;
    if (other !== undefined) this.#requestRows(number, replica, ...other);
  }

  #requestRows(
    number: number,
    replica: Replica<Schema>,
    from: ThreadId,
    { schema: written, table }: Offer,
  ): void {
    const { name, schema, within } = replica;
    try {
      checkSchema(replica, written);
    } catch (problem) {
      return this.#refuse(number, replica, problem);
    }
    const { send, thread } = this.#options;
    replica.add(
      from,
      written,
      replica.wakeSignal
        ? new SharedSnapshotReader(schema)
        : new TransferredSnapshotReader(schema, (buffers) =>
            send(from, 'returnBuffers', [name, thread(), number, buffers], buffers),
          ),
    );
    send(from, 'requestRows', [name, thread(), number, schema, within, replica.wakeSignal?.memory, table]);
  }

  // An open replica stays open without the rows of a table that does not fit, because a later table of this name may fit.
  #refuse(number: number, replica: Replica<Schema>, problem: unknown): void {
    if (replica.isEmpty && this.#pending.has(number)) this.#reject(number, problem);
    else this.#options.onError(problem);
  }

  // Closing the last replica of a name ends the subscription, which notifies all writers.
  #end(name: string, number: number): void {
    const subscription = this.#subscriptions.get(name);
    this.#replicas.delete(number);
    if (subscription?.replicas.delete(number) !== true) return;
    const { send, thread, unsubscribe } = this.#options;
    if (subscription.replicas.size > 0) {
      for (const from of subscription.offers.keys()) send(from, 'drop', [name, thread(), number]);
    } else {
      this.#subscriptions.delete(name);
      unsubscribe(name);
    }
  }

  // Ignores a replica that is ready: `open` is about to return it, so it must stay open.
  #giveUp(number: number, reason: unknown): void {
    if (!this.#pending.has(number)) return;
    this.#reject(number, new TableMissingError(this.#replicas.get(number)!.name, reason));
  }

  #reject(number: number, problem: unknown): void {
    this.#pending.get(number)?.reject(problem);
    this.#pending.delete(number);
    this.#replicas.get(number)?.close();
  }
}

function checkSchema({ name, schema, within }: Replica<Schema>, written: Schema): void {
  const problems = Object.entries(schema).flatMap(([field, type]) => {
    if (!Object.hasOwn(written, field))
      return `the table ${name} has no field ${field}, only ${Object.keys(written).join(', ') || 'none'}`;
    return type === written[field]
      ? []
      : `the field ${field} of the table ${name} is ${written[field]}, not ${type}`;
  });
  if (problems.length > 0) throw new TypeError(`replica: ${problems.join('; ')}`);
  if (within !== undefined) checkFilter(written, within);
}
