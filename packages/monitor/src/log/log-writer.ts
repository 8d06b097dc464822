import { checkNumber, checkObject, checkKind, withDefaults, warnUnknownOptions } from '@doha/loop/options';
import type { Bytes } from '../bytes/bytes.ts';
import { callGuarded } from '../callbacks/call-guarded.ts';
import { NextTask } from '../callbacks/next-task.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { logFormat } from '../bytes/format-start.ts';
import { shortOf } from './check-value.ts';
import { stepsBetween } from './float-bits.ts';
import type { Journal } from './journal.ts';
import { chunkKind, ItemKind, Mark } from './log-format.ts';
import type { LogSink } from './log-sink.ts';
import { writeValue } from './write-value.ts';

/** Options of the log of a session. An option that is `undefined` counts as absent. */
export interface LogOptions {
  /** Receives the log. */
  readonly sink: LogSink;
  /** Bytes of a chunk; 16 to 16,777,216, default 65,536. The session keeps at most this much, and one entry, in memory. */
  readonly chunkSize?: number | undefined;
  /** Ms between two hashes of the state; ≥ 0, default 1000. */
  readonly hashInterval?: number | undefined;
  /** Receives the first error of a sink that throws or rejects, after which the log ends, and errors of the hash of a state. Its own errors are printed by `console.error`. Default: the error becomes an uncaught exception. */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

export const logOptionNames: readonly (keyof LogOptions)[] = ['sink', 'chunkSize', 'hashInterval', 'onError'];

/** The greatest rounding error of a time that is written as such, in steps between neighboring float64 values. Otherwise the whole time takes no more bytes. */
const maxError = 2 ** 16;

interface CompleteLogOptions {
  readonly sink: LogSink;
  readonly chunkSize: number;
  readonly hashInterval: number;
  readonly onError: (error: unknown) => unknown;
}

/** Writes the log of a session while it runs. */
export class LogWriter implements Journal {
  #options: CompleteLogOptions;
  #bytes: ByteWriter;
  #isOpen = true;
  #hasFailed = false; // whether the sink has failed
  #lastTime = 0; // ms
  #ns = 0; // the last time, rounded
  #check = 0; // at the end of the last entry
  #hashedAt = 0; // ns
  #isHashing = false; // whether the hash of the state is computed
  #isInEntry = false;
  #mustFlush = false; // whether `flush` was called in the entry
  #next: NextTask = new NextTask();
  #isRequested = false; // whether `#next` will pass the bytes to the sink
  #isJoined = false; // whether no microtask ran since the beginning of the last entry

  constructor(options: CompleteLogOptions, seed: number) {
    this.#options = options;
    this.#bytes = new ByteWriter(2 * options.chunkSize);
    for (const byte of [...logFormat.magic, logFormat.version]) this.#bytes.byte(byte);
    for (const shift of [0, 8, 16, 24]) this.#bytes.byte((seed >>> shift) & 255);
  }

  /** Whether the log continues. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The last reading of the clock, in ms; 0 before the first one. */
  get lastTime(): number {
    return this.#lastTime;
  }

  reading(read: () => number): number {
    if (this.#isHashing) return this.#lastTime;
    const time = read();
    // Between an entry and its first microtask, only code outside of the program runs, such as one that disposes of a loop.
    const isProgram = this.#isInEntry || !this.#isJoined;
    if (this.#isOpen && isProgram) this.#time(time);
    return time;
  }

  interrupted(ask: () => boolean): boolean {
    const answer = ask();
    if (answer) this.note(ItemKind.mark, Mark.interrupted);
    return answer;
  }

  watched(visible: boolean): boolean {
    this.note(ItemKind.watched, visible ? 1 : 0);
    return visible;
  }

  note(kind: ItemKind, argument: number): void {
    if (!this.#isOpen) return;
    this.#item(kind, argument);
    this.#flushIfFull();
  }

  name(text: string): void {
    if (!this.#isOpen) return;
    const bytes = new TextEncoder().encode(text);
    this.#item(ItemKind.name, bytes.length);
    this.#bytes.bytes(bytes);
  }

  begin(kind: ItemKind, argument: number, contents?: Bytes): void {
    if (!this.#isOpen) return;
    this.#isInEntry = true;
    this.#item(kind, 2 * argument + (this.#isJoined ? 1 : 0));
    this.#joinNext();
    if (contents !== undefined) this.#bytes.bytes(contents);
  }

  end(check: number): void {
    const isChanged = check !== this.#check;
    this.#check = check;
    if (!this.#isOpen) return;
    this.#item(ItemKind.end, isChanged ? 1 : 0);
    if (isChanged) {
      this.#bytes.byte(shortOf(check) & 255);
      this.#bytes.byte(shortOf(check) >> 8);
    }
  }

  entryEnded(): void {
    this.#isInEntry = false;
    if (this.#isFull || this.#mustFlush) this.flush();
  }

  state(hash: () => unknown, isLast: boolean): void {
    const isDue = this.#ns - this.#hashedAt >= this.#options.hashInterval * 1e6;
    if (!this.#isOpen || this.#isHashing || !(isDue || isLast)) return;
    this.#hashedAt = this.#ns;
    this.#isHashing = true;
    try {
      const contents = new ByteWriter();
      writeValue(contents, 'Session.state: the hash', hash());
      this.#item(ItemKind.state, isLast ? 1 : 0);
      this.#bytes.bytes(contents.take());
    } catch (error) {
      this.report(error);
    } finally {
      this.#isHashing = false;
    }
  }

  /** Lets the running entry end with a hash of the state, even if none is due. */
  hashAtEnd(): void {
    this.#hashedAt = -Infinity;
  }

  /** Passes the bytes so far to the sink; in an entry, at its end. */
  flush(): void {
    this.#mustFlush = this.#isInEntry;
    if (this.#isOpen && !this.#isInEntry && this.#bytes.length > 0) this.#callSink();
  }

  #callSink(): void {
    try {
      const written: unknown = this.#options.sink.write(chunkKind, this.#bytes.take());
      if (written !== undefined) Promise.resolve(written).catch((error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the log at the first error of the sink, which is the only one to be reported. */
  #fail(error: unknown): void {
    this.#isOpen = false;
    if (!this.#hasFailed) this.report(error);
    this.#hasFailed = true;
  }

  /** Ends the log. */
  finish(): void {
    if (!this.#isOpen) return;
    this.#item(ItemKind.mark, Mark.finished);
    this.#isOpen = false; // before the sink is called, which may end the session
    this.#callSink();
  }

  #joinNext(): void {
    if (this.#isJoined) return;
    this.#isJoined = true;
    queueMicrotask(() => (this.#isJoined = false));
  }

  #item(kind: ItemKind, argument: number): void {
    this.#bytes.number(argument * 32 + kind * 2 + 1);
  }

  #time(time: number): void {
    if (time === this.#lastTime) this.#bytes.number(0);
    else this.#newTime(time);
    this.#lastTime = time;
    this.#flushIfFull();
  }

  #newTime(time: number): void {
    const ns = Math.round(time * 1e6);
    const delta = ns - this.#ns;
    const error = stepsBetween(ns / 1e6, time);
    if (Number.isFinite(ns)) this.#ns = ns;
    const isNear = time > 0 && delta >= 0 && delta < 2 ** 51 && Math.abs(error) < maxError;
    if (isNear && error === 0 && delta > 0) this.#bytes.number(2 * delta);
    else if (isNear) {
      this.#item(ItemKind.exact, error > 0 ? 2 * error : 1 - 2 * error);
      this.#bytes.number(delta);
    } else {
      this.#item(ItemKind.exact, 0);
      this.#bytes.float64(time);
    }
  }

  get #isFull(): boolean {
    return this.#bytes.length >= this.#options.chunkSize;
  }

  // The sink may end the session, or call an input. So it is called between two entries, and not in the middle of the program's code.
  #flushIfFull(): void {
    if (!this.#isFull || this.#isInEntry || this.#isRequested) return;
    this.#isRequested = true;
    this.#next.request(() => {
      this.#isRequested = false;
      if (this.#isFull) this.flush();
    });
  }

  /** Passes an error to `onError`. */
  report(error: unknown): void {
    callGuarded(this.#options.onError, error);
  }
}

/** Throws a TypeError or RangeError if an option is invalid. */
export function completeLogOptions(
  where: string,
  given: LogOptions,
  others: readonly string[],
): CompleteLogOptions {
  checkObject(`${where}: options`, given);
  const options = withDefaults({ chunkSize: 65_536, hashInterval: 1000, onError: throwLater }, given);
  const { chunkSize, hashInterval, onError, sink } = options;
  checkObject(`${where}: sink`, sink);
  checkKind(`${where}: sink`, typeof sink.write === 'function', 'an object with a method write', sink);
  checkNumber(`${where}: chunkSize`, chunkSize, { min: 16, max: 2 ** 24, whole: true });
  checkNumber(`${where}: hashInterval`, hashInterval, { min: 0 });
  checkKind(`${where}: onError`, typeof onError === 'function', 'a function', onError);
  warnUnknownOptions(where, given, [...logOptionNames, ...others]);
  return { chunkSize, hashInterval, onError, sink };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
