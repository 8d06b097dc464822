import type { Bytes } from '../bytes/bytes.ts';

/** Reads the bytes of a `ByteWriter`. Methods throw a RangeError if the bytes end too early. */
export class ByteReader {
  at = 0;
  readonly length: number;
  #bytes: Uint8Array;
  #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  byte(): number {
    this.#require(1);
    return this.#bytes[this.at++]!;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError(`a number of a log must have at most 8 bytes, at byte ${this.at}`);
  }

  float64(): number {
    this.#require(8);
    this.at += 8;
    return this.#view.getFloat64(this.at - 8, true);
  }

  /** A copy of the next bytes. */
  bytes(count: number): Bytes {
    this.#require(count);
    this.at += count;
    const copy = new Uint8Array(count);
    copy.set(this.#bytes.subarray(this.at - count, this.at));
    return copy;
  }

  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes(this.number()));
  }

  #require(count: number): void {
    if (this.at + count > this.length)
      throw new RangeError(`a log must have ${count} more bytes, got ${this.length - this.at}`);
  }
}
