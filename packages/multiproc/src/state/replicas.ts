import type { TellTo } from '../channel/telegraph.ts';
import type { Site } from './directory.ts';
import type { ReaderNews } from './published-tables.ts';
import { Replica } from './replica.ts';
import { checkSchema, type Schema } from './schema.ts';
import { SharedSnapshotReader } from './shared-snapshots.ts';
import { TransferredSnapshotReader } from './transferred-snapshots.ts';

/** What who reads a table tells who writes it. */
export interface WriterNews {
  /** These fields are wanted; whether memory can be shared. */
  want(name: string, from: Site, schema: Schema, canShare: boolean): void;
  /** Memory comes back that was moved. */
  back(name: string, from: Site, memory: ArrayBuffer): void;
}

export interface ReplicasOptions {
  /** What this thread is called. */
  readonly site: () => Site;
  readonly subscribe: (name: string) => void;
  readonly send: TellTo<Site, WriterNews>;
  /** Whether this thread may have memory together with others. */
  readonly canShare: boolean;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What a thread reads of tables that others write. */
export class Replicas implements ReaderNews {
  #options: ReplicasOptions;
  #replicas: Map<string, Replica<Schema>> = new Map();
  #waiting: Map<string, Waiting> = new Map();

  constructor(options: ReplicasOptions) {
    this.#options = options;
  }

  /**
   * Reads the tables of a name, as soon as one is written. Rejects with a TypeError if a field has another type there, or none, and with a
   * RangeError if this thread reads the tables of that name already.
   */
  async open<S extends Schema>(name: string, schema: S): Promise<Replica<S>> {
    checkSchema(schema);
    if (this.#replicas.has(name)) throw new RangeError(`replica: ${name} must not be read here already`);
    const replica = new Replica(name, schema);
    this.#replicas.set(name, replica);
    this.#options.subscribe(name);
    await new Promise<void>((resolve, reject) => this.#waiting.set(name, { resolve, reject }));
    return replica;
  }

  /** Tells a directory that knows nothing of it what is read here. */
  introduce(): void {
    for (const name of this.#replicas.keys()) this.#options.subscribe(name);
  }

  offer(name: string, from: Site, schema: Schema): void {
    const replica = this.#replicas.get(name);
    const waiting = this.#waiting.get(name);
    if (replica === undefined) return;
    const problem = problemOf(name, replica.schema, schema);
    if (problem !== undefined) {
      waiting?.reject(new TypeError(problem));
      return;
    }
    const { canShare, send, site } = this.#options;
    replica.add(
      from,
      canShare
        ? new SharedSnapshotReader(replica.schema)
        : new TransferredSnapshotReader(replica.schema, (memory) =>
            send(from, 'back', [name, site(), memory], [memory]),
          ),
    );
    send(from, 'want', [name, site(), replica.schema, canShare]);
    waiting?.resolve();
  }

  memory(name: string, from: Site, memory: SharedArrayBuffer, capacity: number): void {
    const part = this.#replicas.get(name)?.part(from);
    if (part instanceof SharedSnapshotReader) part.adopt(memory, capacity);
  }

  parcel(name: string, from: Site, memory: ArrayBuffer, capacity: number, count: number, time: number): void {
    const part = this.#replicas.get(name)?.part(from);
    if (part instanceof TransferredSnapshotReader) part.receive({ memory, capacity, count, time });
  }

  /** A thread is no more, and so are its rows. */
  gone(site: Site): void {
    for (const replica of this.#replicas.values()) replica.remove(site);
  }
}

function problemOf(name: string, wanted: Schema, written: Schema): string | undefined {
  const field = Object.keys(wanted).find((one) => wanted[one] !== written[one]);
  if (field === undefined) return undefined;
  return `replica: ${name}.${field} must be ${written[field] ?? 'a field of the table'}, got ${wanted[field]!}`;
}
