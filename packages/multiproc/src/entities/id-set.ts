/**
 * Number of ids per chunk of 512 bytes. Chunks are small, because the few ids that a lost worker has
 * used may need a whole chunk.
 */
const bitsOfChunk = 2 ** 12;

/** A set of ids that are handed out in sequence. It takes one bit per id. */
export class IdSet {
  #chunks: Map<number, Uint32Array> = new Map();

  add(id: number): void {
    const number = Math.floor(id / bitsOfChunk);
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) this.#chunks.set(number, (chunk = new Uint32Array(bitsOfChunk / 32)));
    chunk[wordOf(id)]! |= maskOf(id);
  }

  has(id: number): boolean {
    const chunk = this.#chunks.get(Math.floor(id / bitsOfChunk));
    return chunk !== undefined && (chunk[wordOf(id)]! & maskOf(id)) !== 0;
  }
}

function wordOf(id: number): number {
  return Math.floor((id % bitsOfChunk) / 32);
}

function maskOf(id: number): number {
  return 1 << (id % 32);
}
