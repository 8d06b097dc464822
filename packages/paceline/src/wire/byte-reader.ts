import type { Bytes } from './bytes.ts';
import { maxVarint } from './varint.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the bytes of a frame, which need not be valid. After a {@link fault} everything that it reads is zero or empty. */
export class ByteReader {
  /** Description of the first fault; undefined: none so far. */
  fault: string | undefined;
  #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes that are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    return this.#has(1) ? this.#bytes[this.#at++]! : 0;
  }

  varint(): number {
    if (!this.#has(1)) return 0;
    const first = this.#bytes[this.#at]!;
    const size = 1 << (first >> 6);
    if (!this.#has(size)) return 0;
    const at = this.#at;
    this.#at += size;
    if (size === 1) return first;
    let value = first & 0x3f;
    for (let i = 1; i < size; i++) value = 256 * value + this.#bytes[at + i]!;
    return value <= maxVarint ? value : this.fail('an integer is beyond 2^53 - 1');
  }

  /** A view of the next bytes. */
  bytes(length: number): Uint8Array {
    if (!this.#has(length)) return this.#bytes.subarray(0, 0);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A copy of the next bytes, with a buffer of its own. */
  copy(length: number): Bytes {
    if (!this.#has(length)) return new Uint8Array();
    const from = this.#bytes.byteOffset + this.#at;
    this.#at += length;
    return new Uint8Array((this.#bytes.buffer as ArrayBuffer).slice(from, from + length)); // the `slice` of a Buffer is a view
  }

  /** Reads a text. `what`: its name in a fault; `max`: maximum bytes of UTF-8. */
  text(what: string, max: number): string {
    const length = this.varint();
    if (length > max) this.fail(`${what} is too long`);
    const encoded = this.bytes(this.fault === undefined ? length : 0);
    try {
      return utf8.decode(encoded);
    } catch {
      this.fail('a text is not UTF-8');
      return '';
    }
  }

  /** Notes the first fault; returns 0. */
  fail(fault: string): 0 {
    this.fault ??= fault;
    this.#at = this.#bytes.length;
    return 0;
  }

  #has(length: number): boolean {
    if (length <= this.left) return true;
    this.fail('it is truncated');
    return false;
  }
}
