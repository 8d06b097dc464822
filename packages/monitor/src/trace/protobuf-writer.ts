/** Bytes with a buffer that is not shared: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot read in published types. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

const [varintType, fixed64Type, bytesType] = [0, 1, 2];

const text = /* @__PURE__ */ new TextEncoder();

/** Writes the fields of a message of Protocol Buffers. Each method writes one field, and returns the writer. */
export class ProtobufWriter {
  #bytes: Bytes = new Uint8Array(256);
  #length = 0;

  /** The bytes written so far. */
  get bytes(): Bytes {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets the fields, so that the writer can be used for another message. */
  clear(): this {
    this.#length = 0;
    return this;
  }

  /** A field of the types `uint64`, `uint32` or of an enumeration. Throws a RangeError if `value` is not a whole number from 0 to 2⁵³ - 1. */
  uint(field: number, value: number): this {
    if (!(Number.isSafeInteger(value) && value >= 0))
      throw new RangeError(`a number of a trace must be whole, from 0 to 2⁵³ - 1, got ${value}`);
    this.#tag(field, varintType);
    return this.#varint(value);
  }

  /** A field of the type `double`. */
  double(field: number, value: number): this {
    this.#tag(field, fixed64Type);
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  /** A field of the type `fixed64`. `value`: a whole number from 0 to 2⁵³ - 1. */
  fixed(field: number, value: number): this {
    this.#tag(field, fixed64Type);
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setBigUint64(this.#length, BigInt(value), true);
    this.#length += 8;
    return this;
  }

  /** A field of the type `string`. */
  string(field: number, value: string): this {
    return this.message(field, text.encode(value));
  }

  /** A field that is a message. */
  message(field: number, value: Uint8Array): this {
    this.#tag(field, bytesType);
    this.#varint(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type);
  }

  #varint(value: number): this {
    this.#reserve(10);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
    return this;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
