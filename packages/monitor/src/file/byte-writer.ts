import type { Bytes } from '../trace/protobuf-writer.ts';

const text = /* @__PURE__ */ new TextEncoder();

/** Appends numbers, texts and bytes to a buffer that grows. */
export class ByteWriter {
  #bytes: Bytes = new Uint8Array(1024);
  #view: DataView = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns a copy of the bytes, and forgets them. */
  take(): Bytes {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** The bytes since a position, until the next call of a method. */
  since(position: number): Uint8Array {
    return this.#bytes.subarray(position, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2⁵³ - 1, in 7 bits per byte. */
  number(value: number): void {
    this.#reserve(8);
    let rest = value;
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

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

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
