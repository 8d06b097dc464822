import { checkFunction, checkKind, checkNumber } from '@doha/loop/options';
import type { Bell } from './bell.ts';
import type { Site } from './directory.ts';
import { checkInterest, type Interest } from './interest.ts';
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

/** What connects a replica with those who write. */
export interface ReplicaLink {
  /** Which rows are wanted at first. */
  readonly interest: Interest | undefined;
  /** Where memory can be shared. */
  readonly bell: Bell | undefined;
  readonly look: (site: Site, interest: Interest | undefined) => void;
  readonly close: () => void;
  /** Told of what listeners throw. */
  readonly onError: (error: unknown) => void;
}

/** What one thread writes. */
interface Part<S extends Schema> {
  /** All its fields. */
  readonly schema: Schema;
  readonly reader: SnapshotReader<S>;
}

/**
 * What other threads have written into the tables of one name, here to be read: all of their fields or some (the replicas of DOHA, WWW'12
 * §2.2.3).
 */
export class Replica<S extends Schema> {
  readonly name: string;
  readonly schema: S;
  #link: ReplicaLink;
  #within: Interest | undefined;
  #parts: Map<Site, Part<S>> = new Map();
  #listeners: Set<() => void> = new Set();
  #capacity = 0;
  #packed!: Rows<S>;

  /** @internal */
  constructor(name: string, schema: S, link: ReplicaLink) {
    this.name = name;
    this.schema = schema;
    this.#link = link;
    this.#within = link.interest;
    this.#reserve(16);
  }

  /** Takes the newest snapshot of each thread that writes. Returns whether there is one that is newer than before. */
  advance(): boolean {
    this.#link.bell?.hear();
    let isNewer = false;
    for (const { reader } of this.#parts.values()) isNewer = reader.advance() || isNewer;
    return isNewer;
  }

  /** Which rows are wanted, the replica then has no others; undefined: all of them. */
  get within(): Interest | undefined {
    return this.#within;
  }

  /** Comes to effect with the next snapshots. Throws a TypeError if it names what is no field of a table, or has not as many numbers. */
  set within(interest: Interest | undefined) {
    if (interest !== undefined) {
      for (const { schema } of this.#parts.values()) checkInterest(schema, interest);
    }
    this.#within = interest;
    for (const site of this.#parts.keys()) this.#link.look(site, interest);
  }

  /**
   * Calls `listener` when there are newer snapshots for `advance`, once for all that have come since the last call; and once soon, for those that
   * are there already. Returns the undo.
   */
  onChange(listener: () => void): () => void {
    checkFunction('onChange: listener', listener);
    const own = (): void => {
      if (this.#listeners.has(own)) listener();
    };
    this.#listeners.add(own);
    this.#link.bell?.arm();
    queueMicrotask(() => this.#call(own));
    return () => void this.#listeners.delete(own);
  }

  /**
   * Blocks this thread until there is a newer snapshot for `advance`. Returns whether there was one within `timeout` ms; ≥ 0. Messages and tasks wait
   * meanwhile, so give them a turn now and then: new writers and more memory are told of by messages. Throws a TypeError where a thread may not
   * block, as that of a page, and an Error where memory cannot be shared.
   */
  wait(timeout: number): boolean {
    checkNumber('Replica.wait: timeout', timeout, { min: 0, unlimited: true });
    if (this.#link.bell === undefined) {
      throw new Error('Replica.wait: memory must be shared, for which a page must be cross-origin isolated');
    }
    return this.#link.bell.wait(timeout);
  }

  /** Nothing is read any more. */
  close(): void {
    this.#parts.clear();
    this.#listeners.clear();
    this.#link.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The newest snapshot of each thread that writes, as it was taken by `advance`: nothing is copied. */
  get parts(): Snapshot<S>[] {
    return [...this.#parts.values()].flatMap(({ reader }) => reader.newest ?? []);
  }

  /**
   * All rows as they were at `time`, ms on the session's clock: between two snapshots numbers are interpolated. Without a time as they are in
   * the newest snapshots. They are packed, and hold until the replica is asked again.
   */
  at(time: number = Infinity): FilledRows<S> {
    const isTime = typeof time === 'number' && !Number.isNaN(time);
    checkKind('Replica.at: time', isTime, 'a number of ms', time);
    this.#reserve(this.parts.reduce((sum, { count }) => sum + count, 0));
    let count = 0;
    for (const { reader } of this.#parts.values()) {
      const { newest, previous } = reader;
      if (newest === undefined) continue;
      const target = count === 0 ? this.#packed : from(this.schema, this.#packed, count, newest.count);
      if (previous === undefined || time >= newest.time) copyRows(this.schema, newest, target);
      else interpolate(this.schema, previous, newest, time, target);
      count += newest.count;
    }
    return { count, ...this.#packed };
  }

  /** A thread writes from now on. @internal */
  add(site: Site, schema: Schema, reader: SnapshotReader<S>): void {
    this.#parts.set(site, { schema, reader });
  }

  /** @internal */
  part(site: Site): SnapshotReader<S> | undefined {
    return this.#parts.get(site)?.reader;
  }

  /** Whether no thread writes. @internal */
  get isEmpty(): boolean {
    return this.#parts.size === 0;
  }

  /** @internal */
  get bell(): Bell | undefined {
    return this.#link.bell;
  }

  /** There are newer snapshots. @internal */
  changed(): void {
    if (this.#listeners.size === 0) return;
    this.#link.bell?.arm();
    const present = [...this.#listeners]; // one that is added meanwhile is called by itself
    for (const listener of present) this.#call(listener);
  }

  /** A thread writes no more: its rows go. @internal */
  remove(site: Site): void {
    if (this.#parts.delete(site)) this.changed();
  }

  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#link.onError(error);
    }
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
