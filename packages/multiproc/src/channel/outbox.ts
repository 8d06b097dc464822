import type { Endpoint } from './endpoint.ts';
import { type EnvelopeRecord, recordsOf } from './envelope.ts';

/** So many words are sent as one piece of memory: copying fewer takes less time than making one. */
const many = 64;

/** Collects records for the other end, and sends them in one envelope. */
export class Outbox {
  /** Words of the next envelope. A record begins with its code; see envelope.ts. */
  words: number[] = [];
  /** Its values. */
  values: unknown[] = [];
  #endpoint: Endpoint;
  #refused: (record: EnvelopeRecord, error: unknown) => void;
  #transfer: Transferable[] = [];

  /** `refused` is told of a record that cannot be copied; the others are sent. */
  constructor(endpoint: Endpoint, refused: (record: EnvelopeRecord, error: unknown) => void) {
    this.#endpoint = endpoint;
    this.#refused = refused;
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  /** Moves objects with the next envelope instead of copying them. */
  transfer(objects: readonly Transferable[]): void {
    this.#transfer.push(...objects);
  }

  flush(): void {
    if (this.isEmpty) return;
    const { values, words } = this;
    const transfer = this.#transfer;
    this.words = [];
    this.values = [];
    this.#transfer = [];
    try {
      this.#endpoint.post([words.length < many ? words : new Float64Array(words), values], transfer);
    } catch {
      this.#sendOneByOne(recordsOf(words, values), transfer);
    }
  }

  // So that one that cannot be copied does not keep the others here.
  #sendOneByOne(records: readonly EnvelopeRecord[], transfer: readonly Transferable[]): void {
    for (const record of records) {
      const { values, words } = record;
      try {
        this.#endpoint.post(
          [words, values],
          transfer.filter((object) => holds(values, object)),
        );
      } catch (error) {
        this.#refused(record, error);
      }
    }
  }
}

/** Whether a record holds an object or, by a view, its buffer. */
function holds(values: readonly unknown[], object: Transferable): boolean {
  return values.some((value) => value === object || (ArrayBuffer.isView(value) && value.buffer === object));
}
