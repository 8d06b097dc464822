import type { Bytes } from './bytes.ts';

const text = /* @__PURE__ */ new TextEncoder();

/** Appends numbers, texts and bytes to a buffer that grows. Numbers of several bytes are little-endian. */
export class ByteWriter {
  #bytes: Bytes;
  #view: DataView;
  #length = 0;

  /** `capacity`: number of bytes for which the first buffer has room. */
  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Number of bytes that were written since the last {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Returns a copy of the bytes, and forgets them. */
  take(): Bytes {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Forgets the bytes. */
  clear(): void {
    this.#length = 0;
  }

  /** The bytes since a position, until the next call of a method. */
  since(position: number): Bytes {
    return this.#bytes.subarray(position, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2⁶³, in 7 bits per byte. */
  number(value: number): void {
    this.#reserve(10);
    let rest = value;
    // Bit operations are faster than divisions, and work below 2³¹.
    for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) + 128;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) + 128;
    this.#bytes[this.#length++] = rest;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  /** Replaces four bytes at a position. */
  setUint32(position: number, value: number): void {
    this.#view.setUint32(position, value, true);
  }

  float32(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.#length, value, true);
    this.#length += 4;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A whole number from 0 to 2⁵³ - 1, in eight bytes. */
  uint64(value: number): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, BigInt(value), true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** The length in bytes, and the text in UTF-8. */
  text(value: string): void {
    const encoded = text.encode(value);
    this.number(encoded.length);
    this.bytes(encoded);
  }

  /** The rest of a payload, as JSON. */
  json(value: unknown): void {
    this.bytes(text.encode(JSON.stringify(value)));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
