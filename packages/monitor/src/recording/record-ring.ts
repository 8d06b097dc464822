/** Numbers of a record: its kind, two times in ms, a name by its index, and two values. */
export const recordSize = 6;

/** Number of records of a ring that a reader in another thread cannot get. */
export const spareRecords = 2;

/** The smallest and the greatest number of records in a ring. */
export const minCapacity = 16;
export const maxCapacity: number = 2 ** 24;

/** Records that a reader has taken from a ring, in the order in which they were written. */
export interface TakenRecords {
  /** `recordSize` numbers for each record. */
  readonly numbers: Float64Array;
  /** Number of records that were overwritten before the reader took them. */
  readonly lost: number;
}

/**
 * The newest records of one thread, in memory of a fixed size. One thread writes. Any thread may read, if the memory is shared: the ring of another thread
 * is a `RecordRing` with the same memory. If a reader is slow, the oldest records are overwritten, and the reader knows how many. A reader in another
 * thread gets at most `capacity - 2` records at once.
 */
export class RecordRing {
  /** The records, preceded by their number. */
  memory!: ArrayBufferLike;
  /** Number of records that are kept. */
  readonly capacity: number;
  #numbers!: Float64Array;
  #written!: Int32Array; // number of records that were written, modulo 2³²
  #isShared!: boolean;
  #count: number; // of all records, known to the writer
  #taken: number; // of the reader

  /** `capacity`: number of records, a power of two. */
  static create(capacity: number, isShared: boolean): RecordRing {
    const bytes = RecordRing.bytesOf(capacity);
    return new RecordRing(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  }

  /** Size in bytes of the memory of a ring. */
  static bytesOf(capacity: number): number {
    return 8 * (1 + capacity * recordSize);
  }

  constructor(memory: ArrayBufferLike) {
    this.#use(memory);
    this.capacity = this.#numbers.length / recordSize;
    this.#taken = this.written;
    this.#count = this.#taken;
  }

  /** Writes a record. If the clock has gone back, so that `end` precedes `start`, the record has no duration. */
  write(kind: number, start: number, end: number, name: number, value: number, second = 0): void {
    const numbers = this.#numbers;
    let at = (this.#count & (this.capacity - 1)) * recordSize;
    numbers[at++] = kind;
    numbers[at++] = start;
    numbers[at++] = end < start ? start : end;
    numbers[at++] = name;
    numbers[at++] = value;
    numbers[at] = second;
    this.#count++;
    if (this.#isShared) Atomics.store(this.#written, 0, this.#count | 0);
    else this.#written[0] = this.#count; // a third of the time
  }

  /** Writes records that were taken from another ring. */
  append(numbers: Float64Array): void {
    for (let at = 0; at < numbers.length; at += recordSize) {
      const [kind, start, end, name, value, second] = numbers.subarray(at, at + recordSize);
      this.write(kind!, start!, end!, name!, value!, second);
    }
  }

  /** Returns a larger ring with the records of this one, at the same positions. Not more than `capacity` records may have been written. */
  grown(capacity: number): RecordRing {
    const larger = RecordRing.create(capacity, false);
    new Uint8Array(larger.memory).set(new Uint8Array(this.memory));
    return new RecordRing(larger.memory);
  }

  /** Moves the records to shared memory, unless they are there already, and returns the memory. Only the thread that writes may call it. */
  share(): SharedArrayBuffer {
    if (!(this.memory instanceof ArrayBuffer)) return this.memory;
    const memory = new SharedArrayBuffer(this.memory.byteLength);
    new Uint8Array(memory).set(new Uint8Array(this.memory));
    this.#use(memory);
    return memory;
  }

  /** Number of all records that were written, modulo 2³². */
  get written(): number {
    return Atomics.load(this.#written, 0);
  }

  /** Copies the newest records, and leaves them in the ring. Only the thread that writes may call it. `lost`: number of older records. */
  newest(): TakenRecords {
    const kept = Math.min(this.#count, this.capacity);
    return { numbers: this.#copy(this.#count - kept, kept), lost: this.#count - kept };
  }

  /** Takes the records that were written since the last call, or since the creation of this object. */
  take(): TakenRecords {
    const taken = this.since(this.#taken);
    this.#taken = (this.#taken + taken.lost + taken.numbers.length / recordSize) | 0;
    return taken;
  }

  /** Copies the records that were written since the ring had `position` records, see {@link written}. Any thread may call it if the memory is shared. */
  since(position: number): TakenRecords {
    const { written } = this;
    const fresh = (written - position) >>> 0;
    const kept = Math.min(fresh, this.#readable);
    const copied = this.#copy(written - kept, kept);
    const since = (Atomics.add(this.#written, 0, 0) - written) >>> 0; // unlike a load, this is not moved before the copy
    const overwritten = Math.min(kept, Math.max(0, kept + since - this.#readable));
    return { numbers: copied.subarray(overwritten * recordSize), lost: fresh - kept + overwritten };
  }

  #use(memory: ArrayBufferLike): void {
    this.memory = memory;
    this.#written = new Int32Array(memory, 0, 1);
    this.#numbers = new Float64Array(memory, 8);
    this.#isShared = !(memory instanceof ArrayBuffer);
  }

  // The writer may be writing over the oldest record, and another processor may see that before it sees
  // the number of the record before it.
  get #readable(): number {
    return this.capacity - spareRecords;
  }

  #copy(from: number, count: number): Float64Array {
    const copy = new Float64Array(count * recordSize);
    const first = from & (this.capacity - 1);
    const untilEnd = Math.min(count, this.capacity - first);
    copy.set(this.#numbers.subarray(first * recordSize, (first + untilEnd) * recordSize));
    copy.set(this.#numbers.subarray(0, (count - untilEnd) * recordSize), untilEnd * recordSize);
    return copy;
  }
}
