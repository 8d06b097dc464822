import type { Endpoint } from './endpoint.ts';

/** Collects records for the other end, and sends them in one envelope. */
export class Outbox {
  #endpoint: Endpoint;
  #refused: (record: readonly unknown[], error: unknown) => void;
  #words: unknown[] = [];
  #starts: number[] = []; // where the records begin
  #transfer: Transferable[] = [];

  /** `refused` is told of a record that cannot be copied; the others are sent. */
  constructor(endpoint: Endpoint, refused: (record: readonly unknown[], error: unknown) => void) {
    this.#endpoint = endpoint;
    this.#refused = refused;
  }

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  /** Begins a record; what belongs to it is pushed to the array that is returned. */
  begin(code: number): unknown[] {
    this.#starts.push(this.#words.length);
    this.#words.push(code);
    return this.#words;
  }

  /** Moves objects with the next envelope instead of copying them. */
  transfer(objects: readonly Transferable[]): void {
    this.#transfer.push(...objects);
  }

  flush(): void {
    if (this.#starts.length === 0) return;
    const words = this.#words;
    const starts = this.#starts;
    const transfer = this.#transfer;
    this.#words = [];
    this.#starts = [];
    this.#transfer = [];
    try {
      this.#endpoint.post(words, transfer);
    } catch {
      this.#sendOneByOne(words, starts, transfer);
    }
  }

  // So that one that cannot be copied does not keep the others here.
  #sendOneByOne(
    words: readonly unknown[],
    starts: readonly number[],
    transfer: readonly Transferable[],
  ): void {
    for (const [i, start] of starts.entries()) {
      const record = words.slice(start, starts[i + 1]);
      try {
        this.#endpoint.post(
          record,
          transfer.filter((object) => holds(record, object)),
        );
      } catch (error) {
        this.#refused(record, error);
      }
    }
  }
}

/** Whether a record holds an object or, by a view, its buffer. */
function holds(record: readonly unknown[], object: Transferable): boolean {
  return record.some((word) => word === object || (ArrayBuffer.isView(word) && word.buffer === object));
}
