import { UnreadableError } from './unreadable-error.ts';

// The messages between two threads are messages of words, which are numbers, and values. A message holds records one after another. Each
// record is a code with its words, and its values follow those of the records before it. The first element is a mark, which no other program
// sends: other code may exchange messages over the same worker. A message has one of two forms:
//
//   few words    [MARK + number of words, ...words, ...values]         every further array costs the structured clone some 0.3 µs
//   many words   [MARK + MANY_WORDS, Float64Array of words, values]    numbers in typed memory cost a fraction of what they cost in an array
//
//              words                                                          values
// To a worker:
//   Run        id, index of the function, priority, number of its color or     arguments
//              NONE, 1 if a result is wanted or 0, number of arguments
//   Cancel     id
//   More       1 or 0               whether the worker has other jobs, or will
//                                   get some before it has told the ends of
//                                   these; first 0
//   Ping
//   Share                                                                      shared memory, see job-claims.ts
//   Hold                                                                       name of a lock that the worker holds until its
//                                                                              thread ends
// From a worker:
//   Here       version of the format                                           names of its functions; the first record, unless
//                                                                              it is closed before
//   Done       id                                                              value
//   Ended      id                   done, and nobody wants the value
//   Failed     id                                                              what was thrown, see thrown.ts
//   Dropped    id                   cancelled before its end
//   Waits      id, ms               begun, and waits for a promise after this
//                                   time of work
//   Yields     id                   a generator, begun, and was at a yield
//   GoesOn     id                   to be cancelled, but its function waits
//                                   for a promise: its end is told as well
//   Spent      index of the function, jobs, ms        how many jobs of it have
//                                   ended since the last Spent, and the time
//                                   in which they worked
//   Pong
// Between any two:
//   Telegram   number of arguments                                             name of a method, arguments

/** Codes of records. */
export const Code = {
  run: 0,
  cancel: 1,
  ping: 2,
  share: 3,
  here: 4,
  done: 5,
  ended: 6,
  failed: 7,
  dropped: 8,
  spent: 9,
  pong: 10,
  call: 11,
  hold: 12,
  waits: 13,
  more: 15,
  goesOn: 14,
  yields: 16,
} as const;

/** Version of the format; see hello.ts for the message before the first message. */
export const formatVersion = 8;

/** Instead of the number of a color. */
export const NONE = -1;

export type Message = readonly [mark: number, ...content: unknown[]];

/** A random integer of 52 bits, so that its sum with a small one is exact. */
const MARK = 0xd_0ab1_7e5c_3f40;

/** From this number of words on, they are sent as typed memory: copying fewer takes less time than allocating it. */
const MANY_WORDS = 64;

/** A message of the first `count` of these words. */
export function messageOf(
  words: ArrayLike<number>,
  values: readonly unknown[],
  count: number = words.length,
): Message {
  if (count >= MANY_WORDS) return [MARK + MANY_WORDS, typed(words).slice(0, count), values];
  const message: [number, ...unknown[]] = [MARK + count];
  for (let i = 0; i < count; i++) message.push(words[i]);
  for (let i = 0; i < values.length; i++) message.push(values[i]);
  return message;
}

function typed(words: ArrayLike<number>): Float64Array {
  return words instanceof Float64Array ? words : new Float64Array(words);
}

/** Whether a message is a message. All others are of other programs. */
export function isMessage(message: unknown): message is Message {
  if (!Array.isArray(message)) return false;
  const mark: unknown = message[0];
  return typeof mark === 'number' && mark >= MARK && mark <= MARK + MANY_WORDS;
}

/** A record by itself, to be told again or reported. */
export interface MessageRecord {
  readonly words: readonly number[];
  readonly values: readonly unknown[];
}

/** Reads a message, record after record. Its methods throw an UnreadableError where the message ends too early or holds what it must not. */
export class MessageReader {
  #words: ArrayLike<unknown>;
  #values: readonly unknown[];
  #word: number;
  #value: number;
  #end: number; // of the words

  constructor(message: Message) {
    const count = message[0] - MARK;
    const isFlat = count < MANY_WORDS;
    this.#words = isFlat ? message : (message[1] as Float64Array);
    this.#values = isFlat ? message : (message[2] as readonly unknown[]);
    if (!isFlat && !(ArrayBuffer.isView(message[1]) && Array.isArray(message[2]))) throw unreadable();
    this.#word = isFlat ? 1 : 0;
    this.#value = isFlat ? 1 + count : 0;
    this.#end = isFlat ? 1 + count : this.#words.length;
  }

  get isAtEnd(): boolean {
    return this.#word >= this.#end;
  }

  /** The code of the next record, all words of which are there. */
  code(): number {
    const code = this.word();
    const length = lengths[code];
    if (length === undefined || this.#word + length > this.#end + 1) throw unreadable();
    return code;
  }

  /** The next word. */
  word(): number {
    const word = this.#words[this.#word++];
    if (typeof word !== 'number') throw unreadable();
    return word;
  }

  /** The next word, a 32-bit integer. Numbers of typed memory are stored beside an object that holds them, and this one inside it. */
  integer(): number {
    const word = this.word();
    const integer = word | 0;
    if (integer !== word) throw unreadable();
    return integer;
  }

  /** The next value. */
  value(): unknown {
    if (this.#value >= this.#values.length) throw unreadable();
    return this.#values[this.#value++];
  }

  /** The next values. */
  values(count: number): unknown[] {
    if (count === 1) return [this.value()]; // takes a third of the time
    const end = this.#value + count;
    if (!(Number.isInteger(count) && count >= 0 && end <= this.#values.length)) throw unreadable();
    return this.#values.slice(this.#value, (this.#value = end));
  }
}

function unreadable(): UnreadableError {
  return new UnreadableError('a message must hold whole records of known codes');
}

/** Words of a record, its code included. */
const lengths: readonly number[] = Object.assign([], {
  [Code.run]: 7,
  [Code.cancel]: 2,
  [Code.ping]: 1,
  [Code.share]: 1,
  [Code.here]: 2,
  [Code.done]: 2,
  [Code.ended]: 2,
  [Code.failed]: 2,
  [Code.dropped]: 2,
  [Code.spent]: 4,
  [Code.pong]: 1,
  [Code.call]: 2,
  [Code.hold]: 1,
  [Code.waits]: 3,
  [Code.yields]: 2,
  [Code.more]: 2,
  [Code.goesOn]: 2,
});

/** The records of a message, each by itself. */
export function recordsOf(message: Message): MessageRecord[] {
  const reader = new MessageReader(message);
  const records: MessageRecord[] = [];
  while (!reader.isAtEnd) {
    const words = [reader.code()];
    for (let left = lengths[words[0]!]! - 1; left > 0; left--) words.push(reader.word());
    records.push({ words, values: reader.values(countValues(words)) });
  }
  return records;
}

function countValues(record: readonly number[]): number {
  const [code] = record;
  if (code === Code.run) return record.at(-1)!;
  if (code === Code.call) return 1 + record.at(-1)!;
  return withOneValue.has(code!) ? 1 : 0;
}

const withOneValue: ReadonlySet<number> = new Set([Code.done, Code.failed, Code.here, Code.share, Code.hold]);
