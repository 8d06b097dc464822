/** A value of a topic: the id of its publisher, and its sequence number. */
export interface Beat {
  readonly from: number;
  readonly number: number;
}

/** Reports values of a topic that are lost, duplicated or out of order. */
export class SequenceCheck {
  #last: Map<number, number> = new Map();
  #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
  }

  /** Checks a received value. */
  take({ from, number }: Beat): void {
    const last = this.#last.get(from);
    if (last !== undefined && number !== last + 1)
      this.#report(`beat ${number} of ${from} arrived after ${last}`);
    this.#last.set(from, number);
  }

  /** The sequence number of the last value of a publisher; undefined before the first one. */
  last(from: number): number | undefined {
    return this.#last.get(from);
  }
}
