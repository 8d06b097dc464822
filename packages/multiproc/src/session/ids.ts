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
 * Hands out ranges of ids, no id twice (the primary identity manager of DOHA, WWW'12 §2.2.3). Nobody knows which ids of a lost worker were used,
 * so its ranges are lost with it. For this reason the first ranges of a thread become shorter as fewer ids are left: 2¹⁸ at first, a quarter of
 * that after 16,000 ranges, 2¹⁰ after 245,000. So there are ids for 500,000 workers that use none, and for half as many that use some.
 */
export class IdRanges {
  #next = 1;

  /** A range that nobody has, for a thread that has had `had` ranges. It is empty when all 2³² ids are handed out: pools that need none go on. */
  take(had: number): IdRange {
    const left = END - this.#next;
    // A thread that has used up ranges will use up more: it asks less often with longer ones.
    const wished = Math.min(left, LONGEST, this.#shortest(left) * 4 ** Math.max(0, had - 1));
    const length = wished < SHORTEST ? 0 : wished;
    const first = this.#next;
    this.#next += length;
    return { first, length };
  }

  // By the square of what is left: half of all ids go in ranges of at least a quarter of the longest.
  #shortest(left: number): number {
    return Math.max(SHORTEST, Math.floor(LONGEST * (left / END) ** 2));
  }
}

/**
 * The ranges of all pools that this thread starts. A module of this thread can be part of one pool after another, and its tables keep their rows: an id of
 * the first pool must not return.
 */
export const rangesOfThread: IdRanges = /* @__PURE__ */ new IdRanges();

/** Ids for one thread, from ranges of its own; 0 is none of them. */
export class Ids {
  #ranges: IdRange[] = [];
  #used = 0; // of the first range
  #before = 0; // length of the last range that was used up
  #hasBegun = false;
  #ask: () => void;

  /** `ask` asks for a range, which `give` brings later: before those that are here are used up. */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Begins with a range; what was there before is of another session. */
  begin(range: IdRange): void {
    this.#ranges = [range];
    this.#used = 0;
    this.#hasBegun = true;
  }

  /** The session is over, and so are its ids. */
  end(): void {
    this.#ranges = [];
    this.#hasBegun = false;
  }

  /** One more range. */
  give(range: IdRange): void {
    this.#hasBegun = true;
    this.#ranges.push(range);
  }

  /**
   * An id that no other thread has or will have, below 2³². Throws an Error if more than a whole range was used up before the next one
   * came, and a RangeError if all ids are handed out.
   */
  next(): number {
    const [range] = this.#ranges;
    if (range === undefined) {
      if (!this.#hasBegun) throw notStartedError('nextId');
      throw new Error(
        `nextId: more than ${this.#before} ids were used before more could come; let messages have a turn in between`,
      );
    }
    if (range.length === 0) throw new RangeError('nextId: all ids are handed out');
    const id = range.first + this.#used++;
    if (this.#used === 1) this.#ask();
    if (this.#used === range.length) {
      this.#ranges.shift();
      this.#used = 0;
      this.#before = range.length;
    }
    return id;
  }
}
