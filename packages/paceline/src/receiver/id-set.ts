/** Bounds of a block, at the most: a new one moves only those of its block. */
const mostInBlock = 2048;

/** A set of numbers from 0 that fills up from below: kept as the stretches that are in it, of which there is one when nothing is missing. */
export class IdSet {
  // Where stretches begin and, right behind them, where they have ended, in turn: they rise. A number is in the set if an odd number of bounds
  // is at it or before.
  #blocks: number[][] = [[]];
  #bounds = 0;

  /** How many stretches there are. */
  get stretches(): number {
    return this.#bounds / 2;
  }

  has(id: number): boolean {
    const at = this.#blockOf(id);
    let before = countUpTo(this.#blocks[at]!, id);
    for (let i = 0; i < at; i++) before += this.#blocks[i]!.length;
    return before % 2 === 1;
  }

  /** Returns whether it is new. */
  add(id: number): boolean {
    const last = this.#blocks.at(-1)!;
    if (last.at(-1) === id) {
      last[last.length - 1] = id + 1; // the next number: the last stretch ends behind it
      return true;
    }
    if (this.has(id)) return false;
    this.#toggle(id);
    this.#toggle(id + 1);
    return true;
  }

  /** A bound that is there already goes: what ended or began there is joined to the new one. */
  #toggle(bound: number): void {
    const at = this.#blockOf(bound);
    const block = this.#blocks[at]!;
    const count = countUpTo(block, bound);
    if (block[count - 1] === bound) {
      this.#bounds--;
      block.splice(count - 1, 1);
      if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1);
    } else {
      this.#bounds++;
      block.splice(count, 0, bound);
      if (block.length > mostInBlock) this.#blocks.splice(at + 1, 0, block.splice(mostInBlock / 2));
    }
  }

  /** Place of the last block that begins at `bound` or before; else of the first one. */
  #blockOf(bound: number): number {
    let at = this.#blocks.length - 1; // most often it is the last one
    while (at > 0 && this.#blocks[at]![0]! > bound) at--;
    return at;
  }
}

/** How many of the rising `bounds` are at `most` or before. */
function countUpTo(bounds: readonly number[], most: number): number {
  let low = 0;
  let high = bounds.length;
  if (high > 0 && bounds[high - 1]! <= most) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
