import type { Bytes } from './bytes.ts';
import { varintSize } from './varint.ts';

const text = new TextEncoder();

/** Writes the bytes of a frame. */
export class ByteWriter {
  /** Bytes written. */
  length = 0;
  #bytes: Bytes;
  #view: DataView;

  constructor(capacity = 2048) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** Writes an integer from 0 to 2^53 - 1 in 1, 2, 4 or 8 bytes; the first two bits tell the number of bytes (RFC 9000 §16). */
  varint(value: number): void {
    const size = varintSize(value);
    this.#reserve(size);
    const at = this.length;
    this.length += size;
    if (size === 1) this.#bytes[at] = value;
    else if (size === 2) this.#view.setUint16(at, 0x4000 | value);
    else if (size === 4) this.#view.setUint32(at, (0x8000_0000 | value) >>> 0);
    else {
      this.#view.setUint32(at, (0xc000_0000 | (value / 2 ** 32)) >>> 0);
      this.#view.setUint32(at + 4, value >>> 0);
    }
  }

  bytes(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Writes the length of a text in UTF-8, and the text. */
  text(source: string): void {
    const encoded = text.encode(source);
    this.varint(encoded.length);
    this.bytes(encoded);
  }

  /** Returns a copy of the written bytes, and begins anew. */
  take(): Bytes {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
