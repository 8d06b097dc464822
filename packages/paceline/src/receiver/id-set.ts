/** Maximum number of bounds in a block: an insertion moves only the bounds of its block. */
const maxInBlock = 128;

/** Two blocks with at most this many bounds together become one. */
const minInPair = maxInBlock / 2;

/**
 * A set of integers ≥ 0 that are added mostly in ascending order, such as the numbers of received
 * messages. It is stored as ranges: a single one if no number is missing. Operations take
 * logarithmic time, except that they move the bounds of one block, and rarely the list of blocks.
 * The memory is proportional to the number of ranges.
 */
export class IdSet {
  // Two bounds for each range, in ascending order: its first number, and the number after its last one. Two neighboring blocks always have more than
  // `minInPair` bounds together, and only the first block may be empty.
  #blocks: number[][] = [[]];
  #ranges = 0;

  /** Number of ranges. */
  get ranges(): number {
    return this.#ranges;
  }

  /** Number of blocks in which the ranges are stored. */
  get blocks(): number {
    return this.#blocks.length;
  }

  has(id: number): boolean {
    return countUpTo(this.#blocks[this.#blockOf(id)]!, id) % 2 === 1;
  }

  /** Returns whether the number is new. */
  add(id: number): boolean {
    const last = this.#blocks.at(-1)!;
    if (last.at(-1) === id) {
      last[last.length - 1] = id + 1; // usually it is the next number
      return true;
    }
    const at = this.#blockOf(id);
    const block = this.#blocks[at]!;
    const count = countUpTo(block, id);
    if (count % 2 === 1) return false;
    this.#insert(id, at, count);
    return true;
  }

  /** Adds a number that is in no range. The next range, if any, begins at the index `count` of the block `at`, or with the next block. */
  #insert(id: number, at: number, count: number): void {
    const block = this.#blocks[at]!;
    const nextAt = count < block.length ? at : at + 1;
    const nextCount = count < block.length ? count : 0;
    const next = this.#blocks[nextAt];
    const joinsPrevious = count > 0 && block[count - 1] === id;
    const joinsNext = next?.[nextCount] === id + 1;
    if (joinsPrevious && joinsNext) {
      block[count - 1] = next[nextCount + 1]!;
      this.#removeRange(nextAt, nextCount);
    } else if (joinsPrevious) block[count - 1] = id + 1;
    else if (joinsNext) next[nextCount] = id;
    else this.#insertRange(id, at, count);
  }

  #insertRange(id: number, at: number, count: number): void {
    const block = this.#blocks[at]!;
    block.splice(count, 0, id, id + 1);
    this.#ranges++;
    if (block.length <= maxInBlock) return;
    const isAtEnd = count === maxInBlock && at === this.#blocks.length - 1; // the blocks before the last one stay full
    const half = isAtEnd ? maxInBlock : maxInBlock / 2;
    this.#blocks.splice(at, 1, block.slice(0, half), block.slice(half));
  }

  #removeRange(at: number, count: number): void {
    this.#blocks[at]!.splice(count, 2);
    this.#ranges--;
    if (!this.#mergeWithNext(at - 1)) this.#mergeWithNext(at);
  }

  /**
   * Merges a block and the next one if they are small. Returns whether they were. Creates new
   * arrays, because removing items does not release the memory of an array.
   */
  #mergeWithNext(at: number): boolean {
    const [block, next] = [this.#blocks[at], this.#blocks[at + 1]];
    if (block === undefined || next === undefined) return false;
    if (block.length > 0 && next.length > 0 && block.length + next.length > minInPair) return false;
    this.#blocks = this.#blocks.toSpliced(at, 2, [...block, ...next]);
    return true;
  }

  /** Index of the last block that begins at `id` or before; 0 if there is none. */
  #blockOf(id: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    if (this.#blocks[high]![0]! <= id) return high; // usually it is the last one
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]![0]! <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Number of the ascending `bounds` that are at most `max`. */
function countUpTo(bounds: readonly number[], max: number): number {
  let low = 0;
  let high = bounds.length;
  if (high > 0 && bounds[high - 1]! <= max) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= max) low = middle + 1;
    else high = middle;
  }
  return low;
}
