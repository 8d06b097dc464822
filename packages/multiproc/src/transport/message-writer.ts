import { checkTransfer } from './check-transfer.ts';
import type { Endpoint } from './endpoint.ts';
import { type Message, messageOf, type MessageRecord, recordsOf } from './message-format.ts';
import { WordList } from './word-list.ts';

export interface MessageWriterListener {
  /** Gets each record that cannot be copied. */
  readonly refused: (record: MessageRecord, error: unknown) => void;
  /** Gets each record that is sent by itself, before it is sent. */
  readonly separated?: (record: MessageRecord) => void;
  /** Puts the records of a message that are sent one by one into the order in which they are sent. */
  readonly order?: <Part extends { readonly record: MessageRecord }>(
    parts: readonly Part[],
  ) => readonly Part[];
  /** Gets what `refused` throws. It must not throw. */
  readonly onError: (error: unknown) => void;
}

/** Collects records for the other end, and sends them in one message. */
export class MessageWriter {
  /** Words of the next message. A record begins with its code; see message.ts. */
  readonly words: WordList = new WordList();
  /** Its values. */
  values: unknown[] = [];
  /** Number of messages that were sent. */
  sent = 0;
  #endpoint: Endpoint;
  #listener: MessageWriterListener;
  #moves: Move[] = [];
  #isFlushing = false;

  /** If a record cannot be copied, the records of its message are sent one by one. */
  constructor(endpoint: Endpoint, listener: MessageWriterListener) {
    this.#endpoint = endpoint;
    this.#listener = listener;
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  /** Moves objects with the record that was written last instead of copying them. */
  transfer(objects: readonly Transferable[]): void {
    if (objects.length > 0) this.#moves.push({ end: this.words.length, objects });
  }

  /** Sends what was written. Copying a value may run code of the application: what that writes is sent afterwards. */
  flush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    try {
      while (!this.isEmpty) this.#send();
    } finally {
      this.#isFlushing = false;
    }
  }

  #send(): void {
    const { values, words } = this;
    const moves = this.#moves;
    const message = messageOf(words.memory, values, words.length);
    words.clear();
    this.values = [];
    if (moves.length > 0) this.#moves = [];
    try {
      this.#post(message, moves);
    } catch {
      this.#sendOneByOne(recordsOf(message), moves);
    }
  }

  // So that one that cannot be copied does not keep the others here.
  #sendOneByOne(records: readonly MessageRecord[], moves: readonly Move[]): void {
    let end = 0;
    const parts = records.map((record) => {
      const at = (end += record.words.length);
      return { record, own: moves.filter((move) => move.end === at) };
    });
    for (const { own, record } of this.#listener.order?.(parts) ?? parts) {
      try {
        this.#listener.separated?.(record);
        this.#post(messageOf(record.words, record.values), own);
      } catch (error) {
        this.#refuse(record, error);
      }
    }
  }

  // Whatever goes wrong with one record, the following records are sent.
  #refuse(record: MessageRecord, error: unknown): void {
    try {
      this.#listener.refused(record, error);
    } catch (second) {
      this.#listener.onError(second);
    }
  }

  #post(message: Message, moves: readonly Move[]): void {
    const objects = objectsOf(moves);
    checkTransfer(objects);
    this.#endpoint.post(message, objects);
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
