import { chunkHead, chunkTail, chunkType, fileStart } from './file-format.ts';
import { crc32 } from './crc32.ts';

/** A chunk of a file whose checksum is right. */
export interface Chunk {
  readonly type: number;
  readonly payload: Uint8Array;
  /** Position of the chunk in the file, in bytes. */
  readonly position: number;
}

const known: ReadonlySet<number> = /* @__PURE__ */ new Set(Object.values(chunkType));

/**
 * Divides the bytes of a file into chunks, however the bytes are divided. Holds at most the bytes of one chunk, and allocates memory only for bytes that it
 * has received. Chunks of unknown types are checked and skipped.
 */
export class ChunkParser {
  /** Number of skipped chunks. */
  skipped = 0;
  #parts: Uint8Array[] = [];
  #held = 0; // bytes in #parts
  #position = 0; // of the first byte in #parts
  #hasStarted = false;
  #skipping: { left: number; crc: number } | undefined;

  /** Whether the bytes so far end between two chunks. */
  get isBetweenChunks(): boolean {
    return this.#hasStarted && this.#held === 0 && this.#skipping === undefined;
  }

  /** Whether the bytes so far are the beginning of a recording file, or the whole. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Adds bytes, and returns the chunks that are complete now. Throws a SyntaxError if the bytes are no recording file, or a chunk is damaged. */
  push(bytes: Uint8Array): readonly Chunk[] {
    this.#parts.push(bytes);
    this.#held += bytes.length;
    const chunks: Chunk[] = [];
    if (!this.#hasStarted) this.#start();
    while (this.#hasStarted) {
      if (this.#skipping !== undefined) {
        if (!this.#skip(this.#skipping)) break;
        continue;
      }
      const head = this.#peek(chunkHead);
      if (head === undefined) break;
      const view = new DataView(head.buffer, head.byteOffset, head.length);
      const [type, length] = [view.getUint8(0), view.getUint32(1, true)];
      if (!known.has(type)) {
        this.#skipping = { left: chunkHead + length, crc: 0 };
        continue;
      }
      const whole = this.#peek(chunkHead + length + chunkTail);
      if (whole === undefined) break;
      const content = whole.subarray(0, chunkHead + length);
      checkCrc(crc32(content), whole.subarray(content.length), this.#position);
      chunks.push({ type, payload: content.subarray(chunkHead), position: this.#position });
      this.#drop(whole.length);
    }
    return chunks;
  }

  #start(): void {
    const count = Math.min(this.#held, fileStart.length);
    const start = this.#peek(count)!;
    const isMagic = start.every((byte, at) => at === fileStart.length - 1 || byte === fileStart[at]);
    if (!isMagic) throw new SyntaxError('the bytes are not a recording file');
    if (count < fileStart.length) return;
    const version = start.at(-1)!;
    if (version !== fileStart.at(-1))
      throw new SyntaxError(`the version of the file must be ${fileStart.at(-1)!}, got ${version}`);
    this.#drop(count);
    this.#hasStarted = true;
  }

  // Returns whether the whole chunk has been skipped.
  #skip(skipping: { left: number; crc: number }): boolean {
    while (skipping.left > 0) {
      const part = this.#peek(Math.min(skipping.left, this.#parts[0]?.length ?? 0))!;
      if (part.length === 0) {
        if (this.#held === 0) return false;
        this.#parts.shift();
        continue;
      }
      skipping.crc = crc32(part, skipping.crc);
      skipping.left -= part.length;
      this.#drop(part.length);
    }
    const tail = this.#peek(chunkTail);
    if (tail === undefined) return false;
    checkCrc(skipping.crc, tail, this.#position);
    this.#drop(chunkTail);
    this.#skipping = undefined;
    this.skipped++;
    return true;
  }

  /** The next bytes in one array, or undefined if there are fewer. */
  #peek(count: number): Uint8Array | undefined {
    if (this.#held < count) return undefined;
    if ((this.#parts[0]?.length ?? 0) < count) this.#parts = [joined(this.#parts, this.#held)];
    return (this.#parts[0] ?? new Uint8Array()).subarray(0, count);
  }

  #drop(count: number): void {
    const rest = this.#parts[0]!.subarray(count);
    if (rest.length > 0) this.#parts[0] = rest;
    else this.#parts.shift();
    this.#held -= count;
    this.#position += count;
  }
}

function checkCrc(crc: number, tail: Uint8Array, position: number): void {
  if (new DataView(tail.buffer, tail.byteOffset).getUint32(0, true) !== crc)
    throw new SyntaxError(`the chunk at byte ${position} is damaged`);
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
