import { checkTransfer } from './check-transfer.ts';
import type { Endpoint } from './endpoint.ts';
import { type Message, messageOf, type MessageRecord, recordsOf } from './message-format.ts';
import { WordList } from './word-list.ts';
import type { Transferable } from '../platform-types.ts';

export interface MessageWriterListener {
  /** Called for each record that cannot be copied. */
  readonly refused: (record: MessageRecord, error: unknown) => void;
  /** Called for each record that is sent in a message of its own, before it is sent. */
  readonly separated?: (record: MessageRecord) => void;
  /** Returns the order in which the records of a message are sent if they must be sent separately. */
  readonly order?: <Part extends { readonly record: MessageRecord }>(
    parts: readonly Part[],
  ) => readonly Part[];
  /** Receives errors of `refused`. Must not throw. */
  readonly onError: (error: unknown) => void;
}

/** Collects records for another thread and sends them in one message. */
export class MessageWriter {
  /** Words of the next message. Each record begins with its code; see message-format.ts. */
  readonly words: WordList = new WordList();
  /** Values of the next message. */
  values: unknown[] = [];
  /** Number of sent messages. */
  sent = 0;
  #endpoint: Endpoint;
  #listener: MessageWriterListener;
  #moves: Move[] = [];
  #isFlushing = false;

  /** If a record cannot be copied, the records of its message are sent separately. */
  constructor(endpoint: Endpoint, listener: MessageWriterListener) {
    this.#endpoint = endpoint;
    this.#listener = listener;
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  /** Transfers objects with the last written record instead of copying them. */
  transfer(objects: readonly Transferable[]): void {
    if (objects.length > 0) this.#moves.push({ end: this.words.length, objects });
  }

  /** Sends the written records. Copying a value may run code of the application. Records that such code writes are sent afterwards. */
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

  // A record that cannot be copied must not hold up the others.
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

  // An error in one record must not hold up the following records.
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

/** Objects to transfer with a record. `end` is the index of the first word after the record. */
interface Move {
  readonly end: number;
  readonly objects: readonly Transferable[];
}

function objectsOf(moves: readonly Move[]): readonly Transferable[] {
  return moves.length === 0 ? none : moves.flatMap(({ objects }) => objects);
}

const none: readonly Transferable[] = [];
