// The names of a recorder in shared memory:
//
//   count     int32: number of names
//   name      length in bytes (uint16, little-endian) · UTF-8, for each name in the order of their numbers

import { maxNames } from './names.ts';

/** Size of the memory in bytes. */
export const sharedNamesSize: number = 2 ** 18;

const [countSize, lengthSize] = [4, 2];
const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The names of a recorder in shared memory of a fixed size, so that another thread can read them while the thread of the recorder computes, or after it was
 * lost. One object writes, and objects with the same memory in other threads read.
 */
export class SharedNames {
  readonly memory: SharedArrayBuffer;
  #count: Int32Array;
  #bytes: Uint8Array;
  #end: number = countSize; // of the names that were written, or of those that were read
  #isFull = false;
  #names: string[] = []; // that were read

  /** `memory`: that of the writer, which may contain anything if the writer is faulty. Default: new memory. */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(sharedNamesSize)) {
    this.memory = memory;
    this.#count = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory);
  }

  /** Appends the name with the next number. Without room for it, it and all later names are left out. */
  add(name: string): void {
    const text = encoder.encode(name);
    const start = this.#end + lengthSize;
    this.#isFull ||= start + text.length > this.#bytes.length;
    if (this.#isFull) return;
    this.#bytes[this.#end] = text.length;
    this.#bytes[this.#end + 1] = text.length >>> 8;
    this.#bytes.set(text, start);
    this.#end = start + text.length;
    Atomics.add(this.#count, 0, 1); // after the bytes, so a reader never sees a part of a name
  }

  /** Returns the name with a number; undefined if it is not there. */
  nameOf(number: number): string | undefined {
    const count = Math.min(Atomics.load(this.#count, 0), maxNames);
    while (this.#names.length < count && this.#read());
    return this.#names[number];
  }

  // Returns false if the memory ends before the name.
  #read(): boolean {
    const start = this.#end + lengthSize;
    if (start > this.#bytes.length) return false;
    const end = start + this.#bytes[this.#end]! + 256 * this.#bytes[this.#end + 1]!;
    if (end > this.#bytes.length) return false;
    this.#names.push(decoder.decode(this.#bytes.slice(start, end))); // decoders accept no shared memory
    this.#end = end;
    return true;
  }
}
