import type { WakeSender } from './wake-signal.ts';
import type { RowFilter } from './row-filter.ts';
import { bytesOf, type FilledRows, openRows, type Rows, type Schema } from './schema.ts';
import {
  type Copying,
  copyingOf,
  SPARE_ROWS,
  type Snapshot,
  type SnapshotReader,
  type SnapshotWriter,
} from './snapshot.ts';

// Shared memory between a writer and a reader, with four slots. The writer has one slot. The reader
// has two: the newest snapshot that it has taken, and the one before. The fourth is the exchange
// slot. A thread that is done with a slot exchanges it for the exchange slot. So a slot is never
// used by both threads: no snapshot is torn, and neither thread waits.
//
//   control   i32    index of the exchange slot; + FRESH if the writer put it there
//             i32    1 after the writer has moved to larger memory or is closed, which a message announces
//   4 ×       f64    time
//             i32    count
//             i32    unused
//             rows   see `openRows`

const FRESH = 4;
const slots = 4;
const controlBytes = 8;
const headBytes = 16;

/** Returns the number of bytes of shared memory for `capacity` rows. */
function memoryBytes(schema: Schema, capacity: number): number {
  return controlBytes + slots * (headBytes + bytesOf(schema, capacity));
}

/** A slot of the memory. */
class Slot<S extends Schema> {
  readonly rows: Rows<S>;
  #head: DataView;

  constructor(schema: S, capacity: number, memory: SharedArrayBuffer, index: number) {
    const at = controlBytes + index * (headBytes + bytesOf(schema, capacity));
    this.#head = new DataView(memory, at, headBytes);
    this.rows = openRows(schema, capacity, memory, at + headBytes);
  }

  write(copying: Copying, schema: S, time: number): void {
    this.#head.setFloat64(0, time);
    this.#head.setInt32(8, copying.count);
    copying.to(schema, this.rows);
  }

  read(): Snapshot<S> {
    return { ...this.rows, time: this.#head.getFloat64(0), count: this.#head.getInt32(8) };
  }
}

function openSlots<S extends Schema>(schema: S, capacity: number, memory: SharedArrayBuffer): Slot<S>[] {
  return Array.from({ length: slots }, (_, index) => new Slot(schema, capacity, memory, index));
}

/** Passes snapshots to a reader by shared memory. */
export class SharedSnapshotWriter<S extends Schema> implements SnapshotWriter {
  #schema: S;
  filter: RowFilter | undefined;
  #announce: (memory: SharedArrayBuffer, capacity: number) => void;
  #wakeSender: WakeSender;
  #memory: SharedArrayBuffer | undefined;
  #capacity = 0;
  #control!: Int32Array;
  #slots!: Slot<S>[];
  #own = 0;
  // The slot of the last write; undefined if there was a row filter. Its rows stay as they are until
  // the next write, also while the reader has the slot.
  #written: Slot<S> | undefined;

  /** `announce` passes memory to the reader whenever more is needed. `wakeSender` wakes the reader. */
  constructor(
    schema: S,
    wakeSender: WakeSender,
    announce: (memory: SharedArrayBuffer, capacity: number) => void,
  ) {
    this.#schema = schema;
    this.#wakeSender = wakeSender;
    this.#announce = announce;
  }

  open(capacity: number): void {
    if (this.#memory !== undefined) return;
    this.#grow(this.filter === undefined ? capacity : Math.min(capacity, SPARE_ROWS));
    this.#announce(this.#memory!, this.#capacity);
  }

  write(source: FilledRows<Schema>, time: number): void {
    const copying = copyingOf(source, this.filter);
    const isMoving = this.#memory === undefined || copying.count > this.#capacity;
    const left = this.#control as Int32Array | undefined;
    if (isMoving) this.#grow(copying.room);
    const slot = this.#slots[this.#own]!;
    slot.write(copying, this.#schema, time);
    this.#written = this.filter === undefined ? slot : undefined;
    this.#own = Atomics.exchange(this.#control, 0, this.#own + FRESH) % FRESH;
    if (isMoving) this.#move(left);
    this.#wakeSender.wake();
  }

  // The reader still uses the memory, until a message tells it that there will be no more snapshots.
  close(): void {
    if (this.#memory === undefined) return;
    Atomics.store(this.#control, 1, 1);
    this.#wakeSender.endWait();
  }

  get written(): FilledRows<S> | undefined {
    return this.#written?.read();
  }

  // The snapshot is in the new memory before the reader knows that memory, so that the reader need not look at the old one again.
  #move(left: Int32Array | undefined): void {
    this.#announce(this.#memory!, this.#capacity);
    if (left !== undefined) Atomics.store(left, 1, 1);
  }

  #grow(capacity: number): void {
    const memory = new SharedArrayBuffer(memoryBytes(this.#schema, capacity)); // may throw
    this.#slots = openSlots(this.#schema, capacity, memory);
    this.#memory = memory;
    this.#capacity = capacity;
    this.#control = new Int32Array(memory, 0, 2);
    this.#own = 0;
    this.#control[0] = 1;
  }
}

/** Reads snapshots from shared memory. */
export class SharedSnapshotReader<S extends Schema> implements SnapshotReader<S> {
  newest: Snapshot<S> | undefined;
  previous: Snapshot<S> | undefined;
  #schema: S;
  #control: Int32Array | undefined;
  #slots: Slot<S>[] = [];
  #newestSlot = 2;
  #previousSlot = 3;

  constructor(schema: S) {
    this.#schema = schema;
  }

  /** Uses the memory that the writer has announced. */
  adopt(memory: SharedArrayBuffer, capacity: number): void {
    this.#control = new Int32Array(memory, 0, 2);
    this.#slots = openSlots(this.#schema, capacity, memory);
    this.#newestSlot = 2;
    this.#previousSlot = 3;
  }

  get hasNewer(): boolean {
    return this.#control !== undefined && (Atomics.load(this.#control, 0) & FRESH) !== 0;
  }

  get needsMessage(): boolean {
    return this.#control === undefined || Atomics.load(this.#control, 1) === 1;
  }

  advance(): boolean {
    if (!this.hasNewer) return false;
    const taken = Atomics.exchange(this.#control!, 0, this.#previousSlot) % FRESH;
    this.#previousSlot = this.#newestSlot;
    this.#newestSlot = taken;
    this.previous = this.newest;
    this.newest = this.#slots[taken]!.read();
    return true;
  }
}
