import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { logFormat } from '../bytes/format-start.ts';
import { shortOf } from './check-value.ts';
import { describeItem, type Divergence } from './divergence.ts';
import { stepFrom } from './float-bits.ts';
import type { Journal } from './journal.ts';
import { isEntry, ItemKind, Mark } from './log-format.ts';
import { readValue } from './read-value.ts';
import { writeValue } from './write-value.ts';

/** An item of a log. `kind` is undefined for a reading. */
export interface Item {
  readonly kind: ItemKind | undefined;
  /** For a reading: ns since the last one. */
  readonly argument: number;
}

/** A result of a call, by the number of the call. */
export interface CallResult {
  readonly call: number;
  readonly failed: boolean;
  readonly value: unknown;
}

const endOfLog: Item = { kind: ItemKind.mark, argument: Mark.finished };

/** After the end of a log, and after a difference, each reading is this many ms later, so that a program that waits for a time ends. */
const readingDuration = 0.005;

/** Gives a program the recorded answers, and compares its events with the recorded ones. */
export class LogReader implements Journal {
  readonly seed: number;
  /** The first difference. */
  divergence: Divergence | undefined;
  /** Number of entries that have begun. */
  entries = 0;
  /** Whether the log was found to end without its last bytes. */
  isCut = false;

  #bytes: ByteReader;
  #names: readonly string[] = [];
  #ns = 0; // of the last reading
  #time = 0; // ms; the last reading
  #check = 0; // at the end of the last entry
  #isHashing = false; // whether the hash of the state is computed
  #item: Item | undefined; // the next item, if it has been read
  #itemAt = 0; // its offset

  /** `bytes`: from `bytesOfLog`. */
  constructor(bytes: Uint8Array) {
    this.#bytes = new ByteReader(bytes);
    this.#bytes.at = logFormat.magic.length + 1;
    this.seed = [0, 8, 16, 24].reduce((seed, shift) => (seed | (this.#bytes.byte() << shift)) >>> 0, 0);
  }

  /** Names for descriptions, by number. */
  useNames(names: readonly string[]): void {
    this.#names = names;
  }

  /** Whether the log has ended, or differs from the program. */
  get isOver(): boolean {
    return this.divergence !== undefined || this.next === endOfLog;
  }

  /** Whether the recording was ended. False for a log without its last bytes. */
  get isComplete(): boolean {
    return this.next === endOfLog && !this.isCut;
  }

  /** The last reading, in ms. */
  get time(): number {
    return this.#time;
  }

  /** Position in bytes. */
  get offset(): number {
    return this.#item === undefined ? this.#bytes.at : this.#itemAt;
  }

  /** The next item, which stays the next one. */
  get next(): Item {
    this.#item ??= this.#read();
    return this.#item;
  }

  /** Whether the next item is an entry that began before any microtask of the last one. */
  get isNextJoined(): boolean {
    const { argument, kind } = this.next;
    return isEntry(kind) && argument % 2 === 1;
  }

  /** Takes the next item. */
  take(): Item {
    const item = this.next;
    if (item !== endOfLog) this.#item = undefined;
    return item;
  }

  reading(): number {
    if (this.#isHashing) return this.#time;
    const { kind } = this.next;
    const isReading = kind === undefined || kind === ItemKind.exact;
    if (this.isOver || !isReading) {
      this.#expected('a reading of the clock');
      this.#time += readingDuration;
      return this.#time;
    }
    const { argument } = this.take();
    this.#time = kind === undefined ? this.#after(argument) : this.#exact(argument);
    return this.#time;
  }

  #after(ns: number): number {
    this.#ns += ns;
    return ns === 0 ? this.#time : this.#ns / 1e6;
  }

  #exact(argument: number): number {
    if (argument === 0) {
      const time = this.float64();
      const ns = Math.round(time * 1e6);
      if (Number.isFinite(ns)) this.#ns = ns;
      return time;
    }
    this.#ns += this.number();
    return stepFrom(this.#ns / 1e6, argument % 2 === 0 ? argument / 2 : (1 - argument) / 2);
  }

  interrupted(): boolean {
    if (this.isOver) return true;
    const { argument, kind } = this.next;
    const isInterrupted = kind === ItemKind.mark && argument === Mark.interrupted;
    if (isInterrupted) this.take();
    return isInterrupted;
  }

  watched(): boolean {
    if (this.isOver) return true;
    const { argument, kind } = this.next;
    if (kind === ItemKind.watched) this.take();
    else this.#expected('the beginning of a watch of the visibility');
    return argument === 1;
  }

  /** The argument of the next item, a host, which stays the next one. 0 if it is not a host. */
  get hostMask(): number {
    return this.next.kind === ItemKind.host ? this.next.argument : 0;
  }

  note(kind: ItemKind, argument: number): void {
    if (this.isOver) return;
    const { next } = this;
    if (next.kind === kind && next.argument === argument) this.take();
    else this.#expected(describeItem(kind, argument, this.#names));
  }

  name(text: string): void {
    if (this.isOver) return;
    const described = `the first use of the name ${JSON.stringify(text)}`;
    if (this.next.kind !== ItemKind.name) return this.#expected(described);
    const recorded = this.text(this.take().argument);
    if (!this.isCut && recorded !== wellFormed(text))
      this.diverge(`the first use of the name ${JSON.stringify(recorded)}`, described);
  }

  begin(): void {
    // A replay begins entries itself. Its hosts have no platform that could do so.
  }

  end(check: number): void {
    const isChanged = check !== this.#check;
    this.#check = check;
    if (this.isOver) return;
    if (this.next.kind !== ItemKind.end) return this.#expected('the end of the entry');
    const { argument } = this.take();
    const recorded = argument === 0 ? undefined : this.checkValue();
    const replayed = isChanged ? shortOf(check) : undefined;
    if (recorded !== replayed && !this.isCut) this.diverge(checkText(recorded), checkText(replayed));
  }

  state(hash: () => unknown, isLast: boolean): void {
    const { argument, kind } = this.next;
    if (this.isOver || kind !== ItemKind.state || (argument === 1) !== isLast) return;
    this.take();
    const recorded = this.value();
    if (this.isCut) return;
    this.#isHashing = true;
    try {
      const replayed = hash();
      if (!isSame(recorded, replayed))
        this.diverge(`the state ${textOf(recorded)}`, `the state ${textOf(replayed)}`);
    } catch (error) {
      this.diverge(`the state ${textOf(recorded)}`, `the error ${String(error)} of the hash of the state`);
    } finally {
      this.#isHashing = false;
    }
  }

  /** Reads the value of the item that was taken last. */
  value(): unknown {
    return this.#guarded(() => readValue(this.#bytes));
  }

  /** Reads the text of the item that was taken last. `length`: in bytes. */
  text(length: number): string {
    const bytes = this.#guarded(() => this.#bytes.bytes(length));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  /** Reads the check value of the item that was taken last. */
  checkValue(): number | undefined {
    return this.#guarded(() => this.#bytes.byte() + 256 * this.#bytes.byte());
  }

  /**
   * Reads the results of the item that was taken last. A log that was cut has fewer than it says, and its last one may be incomplete: then there is
   * none.
   */
  results(count: number): readonly CallResult[] {
    const results: CallResult[] = [];
    while (results.length < count && !this.isCut) {
      const code = this.number();
      results.push({ call: Math.floor(code / 2), failed: code % 2 === 1, value: this.value() });
    }
    return this.isCut ? [] : results;
  }

  /** Reads a number of the item that was taken last. */
  number(): number {
    return this.#guarded(() => this.#bytes.number()) ?? 0;
  }

  /** Reads a number of the item that was taken last. */
  float64(): number {
    return this.#guarded(() => this.#bytes.float64()) ?? this.#time;
  }

  /** Reports the first difference. Has no effect after another one. */
  diverge(recorded: string, replayed: string): void {
    this.divergence ??= { entry: this.entries, time: this.#time, offset: this.offset, recorded, replayed };
  }

  /** The program did something that the log does not have at this point. */
  #expected(replayed: string): void {
    if (this.isOver) return;
    const { argument, kind } = this.next;
    this.diverge(describeItem(kind, argument, this.#names), replayed);
  }

  #read(): Item {
    this.#itemAt = this.#bytes.at;
    const code = this.#bytes.at < this.#bytes.length ? this.#guarded(() => this.#bytes.number()) : undefined;
    if (code === undefined) {
      this.isCut = true;
      return endOfLog;
    }
    if (code % 2 === 0) return { kind: undefined, argument: code / 2 };
    const kind = ((code >>> 1) & 15) as ItemKind;
    const argument = Math.floor(code / 32);
    return kind === endOfLog.kind && argument === endOfLog.argument ? endOfLog : { kind, argument };
  }

  /** Reads bytes. If the log was cut in the middle of an item, it ends there. */
  #guarded<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch {
      this.isCut = true;
      this.#item = endOfLog;
      return undefined;
    }
  }
}

function checkText(check: number | undefined): string {
  return check === undefined ? 'no change of the decisions' : `the check value ${check.toString(16)}`;
}

function isSame(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) => {
    const writer = new ByteWriter();
    writeValue(writer, 'Session.state: the hash', value);
    return String(writer.take());
  });
  return first === second;
}

/** A text as UTF-8 can contain it. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
