import { UnreadableError } from './unreadable-error.ts';

// A message between two threads consists of words (numbers) and values. It holds records one after another. A record is a code with its words. The
// values of all records follow in the same order. The first element of a message contains a mark, because other code may
// send messages over the same worker. A message has one of two forms:
//
//   few words    [MARK + number of words, ...words, ...values]         each further array costs the structured clone about 0.3 µs
//   many words   [MARK + MANY_WORDS, Float64Array of words, values]    a number in a typed array costs a fraction of one in an array
//
//               words                                                        values
// To a worker:
//   Run         id, index of the function, priority, number of its color     arguments
//               or NONE, 1 if the result is wanted else 0, number of
//               arguments
//   Cancel      id
//   More        1 if the worker still has jobs of earlier messages, or gets
//               further jobs before it has sent the results of this message;
//               else 0. Sent when the value changes; initially 0
//   Ping
//   Share                                                                    a block of shared memory, see job-claims.ts
//   Hold                                                                     name of a lock that the worker holds until its
//                                                                            thread ends
// From a worker:
//   Ready       version of the format                                        names of its functions. The first record, unless
//               the worker calls close() before it has started
//   Done        id                                                           result
//   Ended       id: done, and the result is not wanted
//   Failed      id                                                           the thrown value, see thrown.ts
//   Dropped     id: cancelled before its end
//   Waits       id, ms: begun, and waits for a promise after this time of
//               work
//   Yields      id: a generator has reached its first yield
//   Continues   id: answers Cancel: the function waits for a promise and
//               cannot be stopped. Its end follows as a later record
//   RunTimes    index of a function, number of its jobs that have ended
//               since the last RunTimes, total ms of their work
//   Pong
// In both directions:
//   Call        number of arguments                                          name of a remote method, arguments

/** Codes of the records. */
export const Code = {
  run: 0,
  cancel: 1,
  ping: 2,
  share: 3,
  ready: 4,
  done: 5,
  ended: 6,
  failed: 7,
  dropped: 8,
  runTimes: 9,
  pong: 10,
  call: 11,
  hold: 12,
  waits: 13,
  more: 15,
  continues: 14,
  yields: 16,
} as const;

/** The code of a record. */
export type Code = (typeof Code)[keyof typeof Code];

/** Version of the message format. The hello (hello.ts) contains it as well. */
export const formatVersion = 9;

/** Replaces the number of a color or the id of a task where there is none. */
export const NONE = -1;

export type Message = readonly [mark: number, ...content: unknown[]];

/** A random integer of 52 bits, so that its sum with a small integer is exact. */
const MARK = 0xd_0ab1_7e5c_3f40;

/** From this number of words on, they are sent as a typed array. For fewer words, allocating the array would take longer than copying the words. */
const MANY_WORDS = 64;

/** Returns a message with the first `count` words. */
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

/** Returns whether a message has this format. All others belong to other programs. */
export function isMessage(message: unknown): message is Message {
  if (!Array.isArray(message)) return false;
  const mark: unknown = message[0];
  return typeof mark === 'number' && mark >= MARK && mark <= MARK + MANY_WORDS;
}

/** A record of a message. */
export interface MessageRecord {
  readonly words: readonly number[];
  readonly values: readonly unknown[];
}

/** Reads the records of a message one after another. The methods throw an UnreadableError if the message ends too early or has an invalid element. */
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

  /** Reads the code of the next record and checks that the message has all its words. */
  code(): Code {
    const code = this.word() as Code;
    const length = lengths[code];
    if (length === undefined || this.#word + length > this.#end + 1) throw unreadable();
    return code;
  }

  /** Reads the next word. */
  word(): number {
    const word = this.#words[this.#word++];
    if (typeof word !== 'number') throw unreadable();
    return word;
  }

  /**
   * Reads the next word, a 32-bit integer. V8 stores the result of `| 0` inside the object that holds it.
   * A number that is read from a `Float64Array` would take a separate object.
   */
  integer(): number {
    const word = this.word();
    const integer = word | 0;
    if (integer !== word) throw unreadable();
    return integer;
  }

  /** Reads the next value. */
  value(): unknown {
    if (this.#value >= this.#values.length) throw unreadable();
    return this.#values[this.#value++];
  }

  /** Reads the next values. */
  values(count: number): unknown[] {
    if (count === 1) return [this.value()]; // takes a third of the time
    const end = this.#value + count;
    if (!(Number.isInteger(count) && count >= 0 && end <= this.#values.length)) throw unreadable();
    return this.#values.slice(this.#value, (this.#value = end));
  }
}

/** For the default branch of a `switch` over codes, which is never reached: if a code has no case, the call does not compile. */
export function unknownCode(code: never): never {
  throw new UnreadableError(`a record must have a known code, got ${String(code)}`);
}

function unreadable(): UnreadableError {
  return new UnreadableError('a message must hold whole records of known codes');
}

/** Number of words of each record, including its code. */
const lengths: readonly number[] = Object.assign([], {
  [Code.run]: 7,
  [Code.cancel]: 2,
  [Code.ping]: 1,
  [Code.share]: 1,
  [Code.ready]: 2,
  [Code.done]: 2,
  [Code.ended]: 2,
  [Code.failed]: 2,
  [Code.dropped]: 2,
  [Code.runTimes]: 4,
  [Code.pong]: 1,
  [Code.call]: 2,
  [Code.hold]: 1,
  [Code.waits]: 3,
  [Code.yields]: 2,
  [Code.more]: 2,
  [Code.continues]: 2,
});

/** Returns the records of a message. */
export function recordsOf(message: Message): MessageRecord[] {
  const reader = new MessageReader(message);
  const records: MessageRecord[] = [];
  while (!reader.isAtEnd) {
    const words: number[] = [reader.code()];
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

const withOneValue: ReadonlySet<number> = new Set([
  Code.done,
  Code.failed,
  Code.ready,
  Code.share,
  Code.hold,
]);
