import { logFormat } from '../bytes/format-start.ts';
import { ByteReader } from './byte-reader.ts';
import { stepFrom } from './float-bits.ts';
import { ItemKind, Mark } from './log-format.ts';
import { readValue } from './read-value.ts';

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

/** The end of a recording, and of a log that was cut. */
export const endOfLog: Item = { kind: ItemKind.mark, argument: Mark.finished };

/** Reads the items of a log. */
export class ItemReader {
  readonly seed: number;
  /** Whether the log was found to end without its last bytes. */
  isCut = false;

  #bytes: ByteReader;
  #ns = 0; // of the last reading
  #time = 0; // ms; the last reading
  #item: Item | undefined; // the next item, if it has been read
  #itemAt = 0; // its offset

  /** `bytes`: from `bytesOfLog`. */
  constructor(bytes: Uint8Array) {
    this.#bytes = new ByteReader(bytes);
    this.#bytes.at = logFormat.magic.length + 1;
    this.seed = [0, 8, 16, 24].reduce((seed, shift) => (seed | (this.#bytes.byte() << shift)) >>> 0, 0);
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

  /** Takes the next item. */
  take(): Item {
    const item = this.next;
    if (item !== endOfLog) this.#item = undefined;
    return item;
  }

  /** Takes the next item, a reading of a clock. Returns its time in ms. */
  takeReading(): number {
    const { argument, kind } = this.take();
    this.#time = kind === undefined ? this.#after(argument) : this.#exact(argument);
    return this.#time;
  }

  /** Lets time pass that is not in the log. Returns the time afterwards. In ms. */
  pass(duration: number): number {
    return (this.#time += duration);
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
