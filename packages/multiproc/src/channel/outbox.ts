import { checkTransfer } from './check-transfer.ts';
import type { Endpoint } from './endpoint.ts';
import { type Envelope, type EnvelopeRecord, recordsOf } from './envelope.ts';

/** So many words are sent as one piece of memory: copying fewer takes less time than making one. */
const many = 64;

/** Collects records for the other end, and sends them in one envelope. */
export class Outbox {
  /** Words of the next envelope. A record begins with its code; see envelope.ts. */
  words: number[] = [];
  /** Its values. */
  values: unknown[] = [];
  /** Number of messages that were sent. */
  sent = 0;
  #endpoint: Endpoint;
  #refused: (record: EnvelopeRecord, error: unknown) => void;
  #separated: (record: EnvelopeRecord) => void;
  #moves: Move[] = [];

  /**
   * `refused` gets each record that cannot be copied; the other records of the same message are sent one by one then. `separated` gets each of
   * these before it is sent.
   */
  constructor(
    endpoint: Endpoint,
    refused: (record: EnvelopeRecord, error: unknown) => void,
    separated: (record: EnvelopeRecord) => void = () => {},
  ) {
    this.#endpoint = endpoint;
    this.#refused = refused;
    this.#separated = separated;
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  /** Moves objects with the record that was written last instead of copying them. */
  transfer(objects: readonly Transferable[]): void {
    if (objects.length > 0) this.#moves.push({ end: this.words.length, objects });
  }

  flush(): void {
    if (this.isEmpty) return;
    const { values, words } = this;
    const moves = this.#moves;
    this.words = [];
    this.values = [];
    if (moves.length > 0) this.#moves = [];
    try {
      this.#post([words.length < many ? words : new Float64Array(words), values], moves);
    } catch {
      this.#sendOneByOne(recordsOf(words, values), moves);
    }
  }

  // So that one that cannot be copied does not keep the others here.
  #sendOneByOne(records: readonly EnvelopeRecord[], moves: readonly Move[]): void {
    let end = 0;
    for (const record of records) {
      const { values, words } = record;
      end += words.length;
      try {
        this.#separated(record);
        const own = moves.filter((move) => move.end === end);
        this.#post([words, values], own);
      } catch (error) {
        this.#refused(record, error);
      }
    }
  }

  #post(envelope: Envelope, moves: readonly Move[]): void {
    const objects = objectsOf(moves);
    checkTransfer(objects);
    this.#endpoint.post(envelope, objects);
    this.sent++;
  }
}

/** What is moved with a record: the one that ends there among the words. */
interface Move {
  readonly end: number;
  readonly objects: readonly Transferable[];
}

function objectsOf(moves: readonly Move[]): readonly Transferable[] {
  return moves.length === 0 ? none : moves.flatMap(({ objects }) => objects);
}

const none: readonly Transferable[] = [];
