/** How many ids a thread is given at once. */
export const rangeLength: number = 2 ** 18;

/** Hands out ranges of ids, no id twice (the primary identity manager of DOHA, WWW'12 §2.2.3). */
export class IdRanges {
  #next = 1;

  /** The first id of a range that nobody has. Throws a RangeError when all 2³² are handed out. */
  take(): number {
    const first = this.#next;
    if (first + rangeLength > 2 ** 32) throw new RangeError('IdRanges: all ids are handed out');
    this.#next += rangeLength;
    return first;
  }
}

/** Ids for one thread, from ranges of its own; 0 is none of them. */
export class Identities {
  #ranges: number[] = []; // their first ids
  #used = 0; // of the first range
  #hasBegun = false;
  #ask: () => void;

  /** `ask` asks for a range, which `give` brings later: before those that are here are used up. */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Begins with a range; what was there before is of another session. */
  begin(first: number): void {
    this.#ranges = [first];
    this.#used = 0;
    this.#hasBegun = true;
  }

  /** One more range. */
  give(first: number): void {
    this.#hasBegun = true;
    this.#ranges.push(first);
  }

  /**
   * An id that no other thread has or will have, below 2³². Throws an Error if more than a whole range was used up before the next one
   * came.
   */
  next(): number {
    const [first] = this.#ranges;
    if (first === undefined) {
      const isEarly = !this.#hasBegun;
      throw new Error(
        isEarly
          ? 'nextId: the pool must have started this thread; call it within a function or a callback'
          : `nextId: more than ${rangeLength} ids were used before more could come`,
      );
    }
    const id = first + this.#used++;
    if (this.#used === 1) this.#ask();
    if (this.#used === rangeLength) {
      this.#ranges.shift();
      this.#used = 0;
    }
    return id;
  }
}
