/** One of the values of a topic: who published it, and how many were before it. */
export interface Beat {
  readonly from: number;
  readonly place: number;
}

/** Finds values of a topic that are lost, doubled or out of order. */
export class SequenceCheck {
  #last: Map<number, number> = new Map();
  #blame: (problem: string) => void;

  constructor(tell: (problem: string) => void) {
    this.#blame = tell;
  }

  /** A value has come. */
  take({ from, place }: Beat): void {
    const last = this.#last.get(from);
    if (last !== undefined && place !== last + 1) this.#blame(`beat ${place} of ${from} came after ${last}`);
    this.#last.set(from, place);
  }

  /** The place of the last value of a publisher; undefined if none has come. */
  last(from: number): number | undefined {
    return this.#last.get(from);
  }
}
