/** A binary tree that finds the maximum of many numbers. Changing a number takes logarithmic time. */
export class MaxTree {
  #leaves = 1; // a power of two
  #maxima: Float64Array; // of each node: the root is 1, the children of node i are 2i and 2i + 1

  constructor(values: readonly number[]) {
    while (this.#leaves < values.length) this.#leaves *= 2;
    this.#maxima = new Float64Array(2 * this.#leaves).fill(-Infinity);
    this.#maxima.set(values, this.#leaves);
    for (let node = this.#leaves - 1; node > 0; node--) this.#maxima[node] = this.#maxOfChildren(node);
  }

  /** The highest number; -Infinity if there is none. */
  get max(): number {
    return this.#maxima[1]!;
  }

  /** The indices are 0 to `capacity` - 1. */
  get capacity(): number {
    return this.#leaves;
  }

  /** Changes a number. -Infinity removes it. */
  set(index: number, value: number): void {
    const maxima = this.#maxima;
    let node = this.#leaves + index;
    maxima[node] = value;
    while (node > 1) {
      node >>= 1;
      const max = this.#maxOfChildren(node);
      if (maxima[node] === max) return;
      maxima[node] = max;
    }
  }

  #maxOfChildren(node: number): number {
    return Math.max(this.#maxima[2 * node]!, this.#maxima[2 * node + 1]!);
  }
}
