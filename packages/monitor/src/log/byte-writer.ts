/** Bytes with a buffer that is not shared. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

const text = /* @__PURE__ */ new TextEncoder();

/** Writes numbers and bytes one after another. */
export class ByteWriter {
  #bytes: Bytes;
  #view: DataView;
  #length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Number of bytes that were written. */
  get length(): number {
    return this.#length;
  }

  /** Returns a copy of the bytes, and continues without them. */
  take(): Bytes {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2⁵³ - 1, with 7 bits per byte. */
  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    // Bit operations are faster than divisions, and work below 2³¹.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128))
      this.#bytes[this.#length++] = (rest % 128) + 128;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  float(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** The length in bytes, and UTF-8. */
  text(value: string): void {
    const bytes = text.encode(value);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
