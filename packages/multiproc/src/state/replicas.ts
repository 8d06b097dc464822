import type { TellTo } from '../channel/telegraph.ts';
import { Bell } from './bell.ts';
import type { Site } from './directory.ts';
import { checkInterest, type Interest } from './interest.ts';
import { nameOfPlace, type Place } from './place.ts';
import type { ReaderNews } from './published-tables.ts';
import { Replica } from './replica.ts';
import { checkSchema, type Schema } from './schema.ts';
import { SharedSnapshotReader } from './shared-snapshots.ts';
import { TableMissingError } from './table-missing-error.ts';
import { TransferredSnapshotReader } from './transferred-snapshots.ts';

/** What who reads a table tells who writes it. */
export interface WriterNews {
  /** These fields are wanted, of these rows; `bell`: by shared memory. */
  want(
    name: string,
    from: Site,
    schema: Schema,
    interest: Interest | undefined,
    bell: SharedArrayBuffer | undefined,
  ): void;
  /** Other rows are wanted. */
  look(name: string, from: Site, interest: Interest | undefined): void;
  /** Memory comes back that was moved. */
  back(name: string, from: Site, buffers: readonly ArrayBuffer[]): void;
}

export interface ReplicasOptions {
  /** What this thread is called. */
  readonly site: () => Site;
  /** Which one it is; undefined before the pool has started it. */
  readonly place: () => Place | undefined;
  readonly subscribe: (name: string) => void;
  readonly unsubscribe: (name: string) => void;
  readonly send: TellTo<Site, WriterNews>;
  /** Told of what listeners throw. */
  readonly onError: (error: unknown) => void;
  /** Whether this thread may have memory together with others. */
  readonly canShare: boolean;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (problem: unknown) => void;
}

/** What of a table is read, and how long it is waited for. */
export interface Wanted {
  readonly interest: Interest | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What a thread reads of tables that others write. */
export class Replicas implements ReaderNews {
  #options: ReplicasOptions;
  #replicas: Map<string, Replica<Schema>> = new Map();
  #waiting: Map<string, Waiting> = new Map();
  #closed: Error | undefined; // why

  constructor(options: ReplicasOptions) {
    this.#options = options;
  }

  /**
   * Reads the tables of a name, as soon as one is written. Rejects with a TypeError if a field has another type there, or none, or the
   * interest does not fit to it, with a RangeError if this thread reads the tables of that name already, and with a TableMissingError
   * if there is none when the signal is aborted or the session ends.
   */
  async open<S extends Schema>(name: string, schema: S, { interest, signal }: Wanted): Promise<Replica<S>> {
    checkSchema(schema);
    if (this.#replicas.has(name)) throw new RangeError(this.#second(name));
    const reason: unknown = this.#closed ?? (signal?.aborted === true ? signal.reason : undefined);
    if (reason !== undefined) throw new TableMissingError(name, reason);
    const replica = this.#create(name, schema, interest);
    const giveUp = (): void => this.#giveUp(name, signal!.reason);
    signal?.addEventListener('abort', giveUp);
    // Where this thread writes it as well, it is offered at once.
    const offered = new Promise<void>((resolve, reject) => this.#waiting.set(name, { resolve, reject }));
    this.#options.subscribe(name);
    await offered.finally(() => signal?.removeEventListener('abort', giveUp));
    return replica;
  }

  /** The session has ended: pending requests fail. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const name of this.#waiting.keys()) this.#giveUp(name, reason);
  }

  /** Tells a directory that knows nothing of it what is read here. */
  introduce(): void {
    this.#closed = undefined;
    for (const name of this.#replicas.keys()) this.#options.subscribe(name);
  }

  offer(name: string, from: Site, schema: Schema): void {
    const replica = this.#replicas.get(name);
    if (replica === undefined) return;
    try {
      check(replica, schema);
    } catch (problem) {
      if (replica.isEmpty) this.#reject(name, problem);
      else this.#options.onError(problem);
      return;
    }
    const { send, site } = this.#options;
    replica.add(
      from,
      schema,
      replica.bell
        ? new SharedSnapshotReader(replica.schema)
        : new TransferredSnapshotReader(replica.schema, (buffers) =>
            send(from, 'back', [name, site(), buffers], buffers),
          ),
    );
    send(from, 'want', [name, site(), replica.schema, replica.within, replica.bell?.memory]);
    this.#waiting.get(name)?.resolve();
    this.#waiting.delete(name);
  }

  memory(name: string, from: Site, memory: SharedArrayBuffer, capacity: number): void {
    const replica = this.#replicas.get(name);
    const part = replica?.part(from);
    if (!(part instanceof SharedSnapshotReader)) return;
    part.adopt(memory, capacity);
    replica!.changed(); // what is in there may have been rung for before it was known
  }

  closed(name: string, from: Site): void {
    this.#replicas.get(name)?.remove(from);
  }

  rung(name: string): void {
    this.#replicas.get(name)?.changed();
  }

  parcel(name: string, from: Site, memory: ArrayBuffer, capacity: number, count: number, time: number): void {
    const replica = this.#replicas.get(name);
    const part = replica?.part(from);
    if (!(part instanceof TransferredSnapshotReader)) return;
    part.receive({ memory, capacity, count, time });
    replica!.changed();
  }

  /** A thread is no more, and so are its rows. */
  gone(site: Site): void {
    for (const replica of this.#replicas.values()) replica.remove(site);
  }

  #second(name: string): string {
    const place = this.#options.place();
    const thread = place === undefined ? 'this thread' : nameOfPlace(place);
    const isPending = this.#waiting.has(name);
    const [does, remedy] = isPending
      ? ['waits for', 'await that one']
      : ['has', 'use that one, or close it first'];
    return `replica: ${thread} must have one replica of the table '${name}', and ${does} one already; ${remedy}`;
  }

  #create<S extends Schema>(name: string, schema: S, interest: Interest | undefined): Replica<S> {
    const { canShare, onError, send, site, unsubscribe } = this.#options;
    const replica = new Replica(name, schema, {
      interest,
      onError,
      bell: canShare ? new Bell() : undefined,
      look: (to, wanted) => send(to, 'look', [name, site(), wanted]),
      close: () => {
        if (this.#replicas.get(name) !== (replica as Replica<Schema>)) return;
        this.#replicas.delete(name);
        unsubscribe(name);
      },
    });
    this.#replicas.set(name, replica);
    return replica;
  }

  #giveUp(name: string, reason: unknown): void {
    this.#reject(name, new TableMissingError(name, reason));
  }

  #reject(name: string, problem: unknown): void {
    this.#waiting.get(name)?.reject(problem);
    this.#waiting.delete(name);
    this.#replicas.get(name)?.close();
  }
}

function check({ name, schema, within }: Replica<Schema>, written: Schema): void {
  const field = Object.keys(schema).find((one) => schema[one] !== written[one]);
  if (field !== undefined) {
    const needed = written[field] ?? 'a field of the table';
    throw new TypeError(`replica: ${name}.${field} must be ${needed}, got ${schema[field]!}`);
  }
  if (within !== undefined) checkInterest(written, within);
}
