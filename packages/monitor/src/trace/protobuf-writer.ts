import type { Bytes } from '../bytes/bytes.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';

const [varintType, fixed64Type, bytesType] = [0, 1, 2];

const text = /* @__PURE__ */ new TextEncoder();

/** Writes the fields of a message of Protocol Buffers. Each method writes one field, and returns the writer. */
export class ProtobufWriter {
  #writer: ByteWriter = new ByteWriter(256);

  /** The bytes written so far. */
  get bytes(): Bytes {
    return this.#writer.since(0);
  }

  /** Forgets the fields, so that the writer can be used for another message. */
  clear(): this {
    this.#writer.clear();
    return this;
  }

  /** A field of the types `uint64`, `uint32` or of an enumeration. `value`: a whole number from 0 to 2⁶³. */
  uint(field: number, value: number): this {
    this.#tag(field, varintType);
    this.#writer.number(value);
    return this;
  }

  /** A field of the type `double`. */
  double(field: number, value: number): this {
    this.#tag(field, fixed64Type);
    this.#writer.float64(value);
    return this;
  }

  /** A field of the type `fixed64`. `value`: a whole number from 0 to 2⁵³ - 1. */
  fixed(field: number, value: number): this {
    this.#tag(field, fixed64Type);
    this.#writer.uint64(value);
    return this;
  }

  /** A field of the type `string`. */
  string(field: number, value: string): this {
    return this.message(field, text.encode(value));
  }

  /** A field that is a message. */
  message(field: number, value: Uint8Array): this {
    this.#tag(field, bytesType);
    this.#writer.number(value.length);
    this.#writer.bytes(value);
    return this;
  }

  #tag(field: number, type: number): void {
    this.#writer.number(field * 8 + type);
  }
}
