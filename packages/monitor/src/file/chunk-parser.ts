import { faultOfStart, fileFormat } from '../bytes/format-start.ts';
import { checksumLength, chunkType, headLength } from './file-format.ts';
import { crc32 } from './crc32.ts';

/** A chunk of a file whose checksums are right. */
export interface Chunk {
  readonly type: number;
  readonly payload: Uint8Array;
  /** Position of the chunk in the file, in bytes. */
  readonly position: number;
}

/** The head of a chunk whose payload has not been taken. */
interface Head {
  readonly type: number;
  readonly position: number;
  /** Number of bytes of the payload that have not been taken. */
  left: number;
}

const known: ReadonlySet<number> = /* @__PURE__ */ new Set(Object.values(chunkType));

/**
 * Divides the bytes of a file into chunks, however the bytes are divided. Holds at most the bytes of one chunk, and allocates memory only for bytes that it
 * has received. Chunks of unknown types are checked and skipped.
 */
export class ChunkParser {
  /** Number of skipped chunks. */
  skipped = 0;
  #parts: Uint8Array[] = []; // none is empty
  #held = 0; // bytes in #parts
  #position = 0; // of the first byte in #parts
  #hasStarted = false;
  #head: Head | undefined;
  #checksum = 0; // of the chunks so far

  /** Whether the bytes so far end between two chunks. */
  get isBetweenChunks(): boolean {
    return this.#hasStarted && this.#held === 0 && this.#head === undefined;
  }

  /** The reason why the bytes so far are not a recording file; undefined if they contain the beginning of one. */
  get faultOfStart(): string | undefined {
    return this.#hasStarted ? undefined : faultOfStart(joined(this.#parts, this.#held), fileFormat);
  }

  /** Adds bytes, and returns the chunks that are complete now. Throws a SyntaxError if the bytes are no recording file, or a chunk is damaged. */
  push(bytes: Uint8Array): readonly Chunk[] {
    if (bytes.length > 0) this.#parts.push(bytes);
    this.#held += bytes.length;
    const chunks: Chunk[] = [];
    if (!this.#hasStarted) this.#start();
    for (let head = this.#takeHead(); head !== undefined; head = this.#takeHead()) {
      if (known.has(head.type)) {
        const payload = this.#takePayload(head);
        if (payload === undefined) break;
        chunks.push({ type: head.type, payload, position: head.position });
      } else if (!this.#skip(head)) break;
      this.#head = undefined;
    }
    return chunks;
  }

  #start(): void {
    const start = this.#peek(fileFormat.headLength);
    if (start === undefined) return;
    const fault = faultOfStart(start, fileFormat);
    if (fault !== undefined) throw new SyntaxError(fault);
    this.#drop(start.length);
    this.#hasStarted = true;
  }

  /** Returns the head of the next chunk; undefined if its bytes have not arrived. A wrong length is found here, before bytes are held for it. */
  #takeHead(): Head | undefined {
    if (!this.#hasStarted || this.#head !== undefined) return this.#head;
    const head = this.#peek(headLength + checksumLength);
    if (head === undefined) return undefined;
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    this.#head = { type: view.getUint8(0), left: view.getUint32(1, true), position: this.#position };
    this.#check(head, this.#head);
    return this.#head;
  }

  /** Returns the payload; undefined if its bytes have not arrived. */
  #takePayload(head: Head): Uint8Array | undefined {
    const rest = this.#peek(head.left + checksumLength);
    if (rest !== undefined) this.#check(rest, head);
    return rest?.subarray(0, head.left);
  }

  /** Returns whether the whole chunk has been skipped. */
  #skip(head: Head): boolean {
    while (head.left > 0 && this.#held > 0) {
      const part = this.#parts[0]!.subarray(0, head.left);
      this.#checksum = crc32(part, this.#checksum);
      head.left -= part.length;
      this.#drop(part.length);
    }
    const tail = head.left === 0 ? this.#peek(checksumLength) : undefined;
    if (tail === undefined) return false;
    this.#check(tail, head);
    this.skipped++;
    return true;
  }

  /** Takes the next bytes, which end with a checksum. Throws a SyntaxError if it is wrong. */
  #check(bytes: Uint8Array, { position }: Head): void {
    const length = bytes.length - checksumLength;
    this.#checksum = crc32(bytes.subarray(0, length), this.#checksum);
    const expected = new DataView(bytes.buffer, bytes.byteOffset + length).getUint32(0, true);
    if (this.#checksum !== expected) throw new SyntaxError(`the chunk at byte ${position} is damaged`);
    this.#drop(bytes.length);
  }

  /** The next bytes in one array, or undefined if there are fewer. */
  #peek(count: number): Uint8Array | undefined {
    if (this.#held < count) return undefined;
    if (this.#parts[0]!.length < count) this.#parts = [joined(this.#parts, this.#held)];
    return this.#parts[0]!.subarray(0, count);
  }

  #drop(count: number): void {
    const rest = this.#parts[0]!.subarray(count);
    if (rest.length > 0) this.#parts[0] = rest;
    else this.#parts.shift();
    this.#held -= count;
    this.#position += count;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
