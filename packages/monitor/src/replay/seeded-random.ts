/** A generator of random numbers with a state of 32 bits (mulberry32). Its period is 2³². Not for secrets. */
export class SeededRandom {
  /** The seed, plus a constant for each result so far, modulo 2³². */
  state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A number from 0, inclusive, to 1, exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
