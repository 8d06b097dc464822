import type { RowFilter } from './row-filter.ts';
import { bytesOf, type FilledRows, openRows, type Schema } from './schema.ts';
import { copyingOf, type Snapshot, type SnapshotReader, type SnapshotWriter } from './snapshot.ts';

/** A buffer with a snapshot, in transit. */
export interface SnapshotBuffer {
  readonly memory: ArrayBuffer;
  readonly capacity: number;
  readonly count: number;
  readonly time: number;
}

/**
 * Number of buffers that a reader returns in one message, because a message costs the reader more
 * than all its other work.
 */
const RETURN_BATCH = 4;
/**
 * One buffer to fill; three that the reader has (the newest snapshot, the one before, and one that
 * has arrived); and all but one of a batch that the reader will return. `sendWaiting` creates more,
 * which are released when they are returned.
 */
export const MAX_KEPT_BUFFERS: number = 4 + RETURN_BATCH - 1;

/** Passes snapshots to a reader by buffers that are transferred there and returned. */
export class TransferredSnapshotWriter<S extends Schema> implements SnapshotWriter {
  #schema: S;
  filter: RowFilter | undefined;
  #send: (buffer: SnapshotBuffer) => void;
  #capacity = 0;
  #free: ArrayBuffer[] = [];
  #made = 0; // number of buffers of this capacity, without the spare one
  // The newest snapshot if the reader has all buffers. It is written at once, because the table may have changed when a buffer comes back.
  #waiting: SnapshotBuffer | undefined;
  #spare: ArrayBuffer | undefined;
  #waits: (isWaiting: boolean) => unknown;
  readonly written: undefined; // the buffer is transferred

  /**
   * `send` transfers a buffer to the reader. `waits` is called with true when a snapshot begins to
   * wait for a buffer, and with false when it no longer waits.
   */
  constructor(
    schema: S,
    send: (buffer: SnapshotBuffer) => void,
    waits: (isWaiting: boolean) => unknown = () => {},
  ) {
    this.#schema = schema;
    this.#send = send;
    this.#waits = waits;
  }

  open(): void {} // the first snapshot brings its memory along

  write(source: FilledRows<Schema>, time: number): void {
    const { count, room, to } = copyingOf(source, this.filter);
    if (count > this.#capacity || this.#capacity === 0) this.#grow(room);
    const free = this.#free.pop() ?? this.#make();
    const memory = free ?? (this.#spare ??= this.#allocate(this.#capacity));
    to(this.#schema, openRows(this.#schema, this.#capacity, memory));
    const buffer = { memory, capacity: this.#capacity, count, time };
    this.#wait(free === undefined ? buffer : undefined);
    if (free !== undefined) this.#send(buffer);
  }

  /** Sends the snapshot that waits for a buffer, if there is one. */
  sendWaiting(): void {
    const buffer = this.#waiting;
    if (buffer === undefined) return;
    this.#wait(undefined);
    this.#spare = undefined; // contains the snapshot
    this.#made++;
    this.#send(buffer);
  }

  close(): void {
    this.#wait(undefined);
  }

  /** Called when the reader returns buffers. */
  reclaim(buffers: readonly ArrayBuffer[]): void {
    const bytes = bytesOf(this.#schema, this.#capacity);
    this.#free.push(...buffers.filter(({ byteLength }) => byteLength === bytes));
    if (this.#free.length > 0) this.sendWaiting();
    this.#releaseSurplus();
  }

  #wait(buffer: SnapshotBuffer | undefined): void {
    if (this.#waiting !== buffer) this.#waits(buffer !== undefined);
    this.#waiting = buffer;
  }

  #releaseSurplus(): void {
    for (; this.#made > MAX_KEPT_BUFFERS && this.#free.length > 0; this.#made--) {
      const surplus = this.#free.pop();
      this.#spare ??= surplus;
    }
  }

  #make(): ArrayBuffer | undefined {
    if (this.#made >= MAX_KEPT_BUFFERS) return undefined;
    const memory = this.#allocate(this.#capacity);
    this.#made++;
    return memory;
  }

  #allocate(capacity: number): ArrayBuffer {
    return new ArrayBuffer(bytesOf(this.#schema, capacity)); // may throw
  }

  #grow(capacity: number): void {
    this.#free = [this.#allocate(capacity)];
    this.#capacity = capacity;
    this.#made = 1;
    this.#spare = undefined;
  }
}

/** Reads snapshots from buffers that are transferred here. */
export class TransferredSnapshotReader<S extends Schema> implements SnapshotReader<S> {
  newest: Snapshot<S> | undefined;
  previous: Snapshot<S> | undefined;
  #schema: S;
  #returnBuffers: (buffers: ArrayBuffer[]) => void;
  #arrived: SnapshotBuffer | undefined;
  #inUse: ArrayBuffer[] = []; // of `previous` and `newest`
  #spent: ArrayBuffer[] = [];

  /** `returnBuffers` transfers buffers to the writer. */
  constructor(schema: S, returnBuffers: (buffers: ArrayBuffer[]) => void) {
    this.#schema = schema;
    this.#returnBuffers = returnBuffers;
  }

  /** Called when a buffer arrives. */
  receive(buffer: SnapshotBuffer): void {
    const { memory } = this.#arrived ?? {};
    this.#arrived = buffer;
    if (memory !== undefined) this.#spend(memory);
  }

  get hasNewer(): boolean {
    return this.#arrived !== undefined;
  }

  readonly needsMessage = true;

  advance(): boolean {
    if (this.#arrived === undefined) return false;
    const { capacity, count, memory, time } = this.#arrived;
    this.#arrived = undefined;
    this.#inUse.push(memory);
    if (this.#inUse.length > 2) this.#spend(this.#inUse.shift()!);
    this.previous = this.newest;
    this.newest = { ...openRows(this.#schema, capacity, memory), count, time };
    return true;
  }

  #spend(memory: ArrayBuffer): void {
    this.#spent.push(memory);
    if (this.#spent.length < RETURN_BATCH) return;
    this.#returnBuffers(this.#spent);
    this.#spent = [];
  }
}
