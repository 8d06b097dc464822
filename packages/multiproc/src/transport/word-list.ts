/** Numbers for which there is memory at first. */
const FEW = 64;
/** Memory for more numbers than this is not kept for the next message. */
const MANY = 65_536;

/**
 * The numbers of a message, in typed memory that the next message uses again. An array for each message would be copied several times while it
 * grows, and would leave more garbage than all else that a short task needs.
 */
export class WordList {
  /** How many there are. */
  length = 0;
  /** They come first; what lies behind them has no meaning. */
  memory: Float64Array = new Float64Array(FEW);

  /** Adds a number behind the others. */
  add(word: number): this {
    if (this.length === this.memory.length) this.#grow();
    this.memory[this.length++] = word;
    return this;
  }

  /** Removes all. */
  clear(): void {
    this.length = 0;
    if (this.memory.length > MANY) this.memory = new Float64Array(FEW);
  }

  #grow(): void {
    const memory = new Float64Array(2 * this.memory.length);
    memory.set(this.memory);
    this.memory = memory;
  }
}
