/** Smallest number of lanes for which there is room. */
const minCapacity = 16;

/**
 * For each lane, the end of its innermost open event. Finds the first lane for an event in logarithmic time, by a binary tree: each node has the least and
 * the greatest end below it, and the children of the node n are the nodes 2 n and 2 n + 1.
 */
export class LaneEnds {
  #count = 0; // of lanes
  #capacity = minCapacity;
  #least: Float64Array = new Float64Array(2 * minCapacity).fill(Infinity);
  #greatest: Float64Array = new Float64Array(2 * minCapacity).fill(-Infinity);

  /** Sets the end of a lane; -Infinity if it has no open event. `lane`: the number of a lane, or that of the next one. */
  set(lane: number, end: number): void {
    if (lane === this.#capacity) this.#grow();
    this.#count = Math.max(this.#count, lane + 1);
    let node = this.#capacity + lane;
    this.#least[node] = end;
    this.#greatest[node] = end;
    for (node >>= 1; node > 0; node >>= 1) {
      this.#least[node] = Math.min(this.#least[2 * node]!, this.#least[2 * node + 1]!);
      this.#greatest[node] = Math.max(this.#greatest[2 * node]!, this.#greatest[2 * node + 1]!);
    }
  }

  /** Returns the first lane whose end is not between `start` and `end`: its innermost event is over, or contains the event. Undefined if there is none. */
  firstFor(start: number, end: number): number | undefined {
    const isPossible = (node: number): boolean => this.#least[node]! <= start || this.#greatest[node]! >= end;
    let node = 1;
    if (!isPossible(node)) return undefined;
    while (node < this.#capacity) node = isPossible(2 * node) ? 2 * node : 2 * node + 1;
    return node - this.#capacity;
  }

  #grow(): void {
    const ends = this.#least.slice(this.#capacity, this.#capacity + this.#count);
    this.#capacity *= 2;
    this.#least = new Float64Array(2 * this.#capacity).fill(Infinity);
    this.#greatest = new Float64Array(2 * this.#capacity).fill(-Infinity);
    for (const [lane, end] of ends.entries()) this.set(lane, end);
  }
}
