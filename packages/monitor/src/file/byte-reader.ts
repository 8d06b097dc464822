/** Reads the bytes of a payload in order. All methods throw a SyntaxError if the payload ends before the end of the value, or if its bytes are not such a value. */
export class ByteReader {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Number of bytes that have not been read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(): number {
    let value = 0;
    for (let unit = 1; unit < 2 ** 53; unit *= 128) {
      const byte = this.#bytes[this.#advance(1)]!;
      value += (byte & 127) * unit;
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value;
    }
    throw new SyntaxError('a number is greater than 2⁵³ - 1');
  }

  float32(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  /** The next bytes, or all that are left. */
  bytes(count: number = this.left): Uint8Array {
    const at = this.#advance(count);
    return this.#bytes.subarray(at, at + count);
  }

  text(): string {
    const bytes = this.bytes(this.number());
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (error) {
      throw new SyntaxError('a text is not UTF-8', { cause: error });
    }
  }

  /** The rest of the payload, which must be an object in JSON. */
  json(): object {
    const value = parsed(new TextDecoder().decode(this.bytes()));
    if (typeof value !== 'object' || value === null) throw new SyntaxError('an object in JSON is expected');
    return value;
  }

  #advance(count: number): number {
    if (count > this.left) throw new SyntaxError('a value is longer than the chunk');
    this.#at += count;
    return this.#at - count;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError('a text is not JSON', { cause: error });
  }
}
