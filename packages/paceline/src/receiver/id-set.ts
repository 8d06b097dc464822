/** A set of numbers from 0 that fills up from below: kept as the stretches that are in it, of which there is one when nothing is missing. */
export class IdSet {
  // Stretch i goes from #starts[i] up to and without #ends[i]; they rise, and do not touch.
  #starts: number[] = [];
  #ends: number[] = [];

  /** How many stretches there are. */
  get stretches(): number {
    return this.#starts.length;
  }

  has(id: number): boolean {
    const at = this.#lastFrom(id);
    return at >= 0 && id < this.#ends[at]!;
  }

  /** Returns whether it is new. */
  add(id: number): boolean {
    const before = this.#lastFrom(id);
    if (before >= 0 && id < this.#ends[before]!) return false;
    const follows = before >= 0 && this.#ends[before] === id;
    const precedes = this.#starts[before + 1] === id + 1;
    if (follows && precedes) {
      this.#ends.splice(before, 1);
      this.#starts.splice(before + 1, 1);
    } else if (follows) this.#ends[before] = id + 1;
    else if (precedes) this.#starts[before + 1] = id;
    else {
      this.#starts.splice(before + 1, 0, id);
      this.#ends.splice(before + 1, 0, id + 1);
    }
    return true;
  }

  /** The last stretch that begins at `id` or before; -1: there is none. */
  #lastFrom(id: number): number {
    let low = 0;
    let high = this.#starts.length; // most often it is the last one
    if (high > 0 && this.#starts[high - 1]! <= id) return high - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
