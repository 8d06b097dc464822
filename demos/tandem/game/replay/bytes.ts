/** Writes bytes one after another. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#bytes.length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = value;
  }

  /** Writes an integer ≥ 0 with seven bits per byte (LEB128). */
  number(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) + 128);
    this.byte(rest);
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.byte(value);
  }

  /** Writes ascending integers: their number, then the difference of each to the one before. */
  distances(values: readonly number[]): void {
    this.number(values.length);
    for (const [i, value] of values.entries()) this.number(value - (values[i - 1] ?? 0));
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Reads the bytes of a {@link ByteWriter}. Throws a RangeError at the end of the bytes. */
export class ByteReader {
  #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    if (this.isAtEnd) throw new RangeError(`the bytes end after ${this.#bytes.length}, and more must follow`);
    return this.#bytes[this.#at++]!;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError('a number must have at most eight bytes');
  }

  bytes(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) {
      throw new RangeError(`${length} more bytes must follow, got ${this.#bytes.length - this.#at}`);
    }
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  distances(): number[] {
    const values: number[] = [];
    let value = 0;
    for (let left = this.number(); left > 0; left--) {
      value += this.number();
      values.push(value);
    }
    return values;
  }

  text(): string {
    return new TextDecoder().decode(this.bytes(this.number()));
  }
}
