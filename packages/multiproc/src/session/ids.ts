import { notStartedError } from './not-started-error.ts';

/** Ids that one thread may hand out. */
export interface IdRange {
  readonly first: number;
  readonly length: number;
}

const LONGEST = 2 ** 18;
const SHORTEST = 2 ** 10;
const END = 2 ** 32;

/**
 * Hands out ranges of ids, no id twice (the primary identity manager of DOHA, WWW'12 §2.2.3). It is unknown which ids of a lost worker were used, so its
 * ranges are lost as well. Therefore the first ranges of a thread become shorter as fewer ids are left: 2¹⁸ at first, a quarter of that after 16,000
 * ranges, 2¹⁰ after 245,000. That is enough for 500,000 workers that use no ids, and for half as many that use some.
 */
export class IdRanges {
  #next = 1;

  /** Returns a range for a thread that has had `previousRanges` ranges. The range is empty if fewer than 1,024 ids are left, so that pools which need no ids continue. */
  allocate(previousRanges: number): IdRange {
    const left = END - this.#next;
    // A thread that has used up ranges will use up more, so it gets longer ones and asks less often.
    const wished = Math.min(left, LONGEST, this.#shortest(left) * 4 ** Math.max(0, previousRanges - 1));
    const length = wished < SHORTEST ? 0 : wished;
    const first = this.#next;
    this.#next += length;
    return { first, length };
  }

  // Proportional to the square of the ids left: half of all ids are in ranges of at least a quarter of the maximum length.
  #shortest(left: number): number {
    return Math.max(SHORTEST, Math.floor(LONGEST * (left / END) ** 2));
  }
}

/**
 * The ranges of all pools that this thread starts. A module of this thread can be part of several pools, one after another, and its tables keep their
 * rows. So ids of the first pool must not be used again.
 */
export const rangesOfThread: IdRanges = /* @__PURE__ */ new IdRanges();

/** The ids that one thread hands out, from ranges of its own. */
export class Ids {
  #ranges: IdRange[] = [];
  #used = 0; // number of used ids of the first range
  #lastLength = 0; // length of the last range that was used up
  #hasBegun = false;
  #requestRange: () => void;

  /** `requestRange` requests a further range before the current one is used up. The answer is a call of `addRange`. */
  constructor(requestRange: () => void) {
    this.#requestRange = requestRange;
  }

  /** Begins a session with its first range. */
  begin(range: IdRange): void {
    this.#ranges = [range];
    this.#used = 0;
    this.#hasBegun = true;
  }

  /** Ends the session, and with it all ranges. */
  end(): void {
    this.#ranges = [];
    this.#hasBegun = false;
  }

  /** Adds a range. */
  addRange(range: IdRange): void {
    this.#hasBegun = true;
    this.#ranges.push(range);
  }

  /**
   * Returns an id from 1 to 2³² - 1 that no other call returns. Throws an Error without a session,
   * or if a whole range was used up before the next one arrived, and a RangeError if all ids are
   * handed out.
   */
  next(): number {
    const [range] = this.#ranges;
    if (range === undefined) {
      if (!this.#hasBegun) throw notStartedError('nextId');
      throw new Error(
        `nextId: all ${this.#lastLength} ids of a range were used before the next range arrived; await a timer between calls`,
      );
    }
    if (range.length === 0) throw new RangeError('nextId: all ids are handed out');
    const id = range.first + this.#used++;
    if (this.#used === 1) this.#requestRange();
    if (this.#used === range.length) {
      this.#ranges.shift();
      this.#used = 0;
      this.#lastLength = range.length;
    }
    return id;
  }
}
