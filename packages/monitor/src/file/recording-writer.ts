import {
  checkCallback,
  checkKind,
  checkNumber,
  checkObject,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import { missingName } from '../recording/follower.ts';
import { recordSize } from '../recording/record-ring.ts';
import { checkOrigin } from '../recording/check-origin.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { callGuarded, logError } from '../callbacks/call-guarded.ts';
import { FileEncoder, type FileRecords } from './file-encoder.ts';
import { checkRecords } from './record-encoding.ts';
import { headerOf } from './header-of.ts';

/** Receives the bytes of a file in order. If it returns a promise, the next call comes after the promise is fulfilled. It must not wait for `flush` or `close`. */
export type Sink = (bytes: Bytes) => unknown;

/** Options of a {@link RecordingWriter}. An option that is `undefined` counts as absent. */
export interface RecordingWriterOptions {
  /** Time in ms since the beginning of 1970 (UTC) at which the clock of the records shows 0, such as `performance.timeOrigin`. Default: unknown. */
  origin?: number | undefined;
  /** A value that JSON can represent, such as the version of the program. Default: none. */
  metadata?: unknown;
  /** Maximum number of bytes that wait for a slow sink, ≥ 1,024. Records and entries that have no room are lost, and counted in the file. Default 8 MiB. */
  maxPending?: number | undefined;
  /** Receives the error of a sink that has failed, and errors of `nameOf` during `close`. Its own errors go to `console.error`. Default: `console.error`. */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Maximum number of lost records of a batch. The sum of many batches is still below 2⁵³. */
const maxLost = 2 ** 32;

/** Maximum number of bytes of one call of the sink. The records of a busy second take less. */
const maxLength = 2 ** 20;

/**
 * Writes a recording file while the program runs, in bounded memory: at most `maxPending` bytes and one batch of records wait for the sink. After the sink has
 * thrown or rejected, the writer writes nothing more, and `close` rejects with that error.
 */
export class RecordingWriter {
  #sink: Sink;
  #options: CompleteOptions;
  #encoder: FileEncoder;
  #lost: Map<string, FileRecords> = new Map(); // records without room, by thread
  #lostEntries = 0;
  #inSink = 0; // bytes that the sink has not accepted
  #isInSink = false; // whether the code of the sink is running
  #isQueued = false; // whether a call of #writeAll has not begun
  #written: Promise<void> = Promise.resolve(); // of the last call of #writeAll
  #failure: { readonly error: unknown } | undefined;
  #isClosed = false;

  /** Throws a TypeError or RangeError if an argument is invalid. */
  constructor(sink: Sink, options: RecordingWriterOptions = {}) {
    checkCallback('RecordingWriter: sink', sink);
    this.#options = completeOptions(options);
    this.#sink = sink;
    const { metadata, origin } = this.#options;
    this.#encoder = new FileEncoder(headerOf('RecordingWriter', { metadata, origin }));
  }

  /** Number of bytes that wait for the sink. */
  get pending(): number {
    return this.#encoder.length + this.#inSink;
  }

  /**
   * Writes records as `Follower.take` returns them. Returns whether they had room, after the records that are waiting; records without room are counted as lost.
   * Throws a TypeError or RangeError if an argument is invalid, and an Error if the writer is closed. If a `nameOf` throws, the records of its
   * batch count as lost, the other batches are written, and then its error is thrown.
   */
  records(batches: readonly FileRecords[]): boolean {
    checkKind('records: batches', Array.isArray(batches), 'an array', batches);
    for (const batch of batches) checkBatch(batch);
    this.#checkOpen('records');
    let hadRoom = true;
    const errors: unknown[] = [];
    for (const batch of batches) {
      try {
        hadRoom = this.#write(batch) && hadRoom;
      } catch (error) {
        errors.push(error);
        this.#lose({ ...batch, nameOf: () => missingName });
      }
    }
    this.#pump();
    if (errors.length > 0) throw errors[0];
    return hadRoom;
  }

  /**
   * Writes bytes of another kind, such as an input. Returns false if they have no room; the file then contains the number of lost entries. The bytes are copied.
   * Throws a TypeError if an argument is invalid, and an Error if the writer is closed.
   */
  entry(kind: string, bytes: Uint8Array): boolean {
    checkKind('entry: kind', typeof kind === 'string', 'a string', kind);
    checkKind('entry: bytes', bytes instanceof Uint8Array, 'a Uint8Array', bytes);
    this.#checkOpen('entry');
    const hasRoom = this.#hasRoom(bytes.length);
    if (hasRoom) {
      this.#writeLostEntries();
      this.#encoder.entry(kind, bytes);
    } else this.#lostEntries++;
    this.#pump();
    return hasRoom;
  }

  /**
   * Waits until the sink has accepted all bytes that were written before the call. Rejects with the error of the sink if it has failed, and with an Error if
   * the sink itself calls it.
   */
  async flush(): Promise<void> {
    this.#checkOutsideSink('flush');
    this.#pump();
    await this.#written;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Writes the end of the file, and waits like {@link flush}. Further calls do the same. */
  async close(): Promise<void> {
    this.#checkOutsideSink('close');
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const batch of this.#lost.values()) this.#writeLost(batch);
      this.#writeLostEntries();
      this.#encoder.end();
    }
    await this.flush();
  }

  #write(batch: FileRecords): boolean {
    const { lost = 0 } = this.#lost.get(batch.thread) ?? {};
    const hasRoom = this.#hasRoom(0);
    if (hasRoom) {
      this.#encoder.records({ ...batch, lost: batch.lost + lost });
      this.#lost.delete(batch.thread);
    } else this.#lose(batch);
    return hasRoom;
  }

  #lose(batch: FileRecords): void {
    const { lost = 0 } = this.#lost.get(batch.thread) ?? {};
    const count = batch.numbers.length / recordSize;
    this.#lost.set(batch.thread, {
      ...batch,
      lost: batch.lost + lost + count,
      numbers: new Float64Array(),
    });
  }

  #hasRoom(length: number): boolean {
    return this.#failure === undefined && this.pending + length <= this.#options.maxPending;
  }

  /** Writes the number of lost records of a thread at the end. An error of `nameOf` must not prevent the end of the file. */
  #writeLost(batch: FileRecords): void {
    try {
      this.#encoder.records(batch);
    } catch (error) {
      callGuarded(this.#options.onError, error);
    }
  }

  #writeLostEntries(): void {
    if (this.#lostEntries > 0) this.#encoder.lostEntries(this.#lostEntries);
    this.#lostEntries = 0;
  }

  #checkOpen(what: string): void {
    if (this.#isClosed) throw new Error(`${what}: the writer is closed`);
  }

  /** Passes the bytes to the sink, after those that the sink has not accepted yet. */
  #pump(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    // The microtask collects the writes of one turn, and keeps errors of the sink away from their callers.
    this.#written = this.#written.then(async () => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    this.#isQueued = false;
    const bytes = this.#encoder.take();
    if (this.#failure !== undefined) return;
    this.#inSink = bytes.length;
    try {
      for (let at = 0; at < bytes.length; at += maxLength) {
        const part = bytes.subarray(at, at + maxLength);
        await this.#callSink(part);
        this.#inSink -= part.length;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The sink gets no `this`. */
  #callSink(bytes: Bytes): unknown {
    const sink = this.#sink;
    this.#isInSink = true;
    try {
      return sink(bytes);
    } finally {
      this.#isInSink = false;
    }
  }

  #checkOutsideSink(what: string): void {
    if (this.#isInSink)
      throw new Error(`${what}: the sink must not wait for the writer, which waits for the sink`);
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#inSink = 0;
    this.#encoder.take();
    callGuarded(this.#options.onError, error);
  }
}

interface CompleteOptions {
  readonly origin: number | undefined;
  readonly metadata: unknown;
  readonly maxPending: number;
  readonly onError: (error: unknown) => unknown;
}

function completeOptions(given: RecordingWriterOptions): CompleteOptions {
  checkObject('RecordingWriter: options', given);
  const defaults = {
    maxPending: 2 ** 23,
    metadata: undefined,
    onError: logError,
    origin: undefined,
  };
  const options: CompleteOptions = withDefaults(defaults, given);
  checkNumber('RecordingWriter: maxPending', options.maxPending, { min: 1024 });
  checkCallback('RecordingWriter: onError', options.onError);
  checkOrigin('RecordingWriter: origin', options.origin);
  warnUnknownOptions('RecordingWriter', given, Object.keys(defaults));
  return options;
}

function checkBatch(batch: FileRecords): void {
  checkObject('records: a batch', batch);
  const { clockError, lost, nameOf, numbers, shift, thread } = batch;
  checkKind('records: thread', typeof thread === 'string', 'a string', thread);
  const isWhole = numbers instanceof Float64Array && numbers.length % recordSize === 0;
  checkKind('records: numbers', isWhole, `a Float64Array of ${recordSize} numbers per record`, numbers);
  checkRecords(numbers);
  checkNumber('records: lost', lost, { min: 0, max: maxLost, whole: true });
  checkNumber('records: shift', shift);
  checkCallback('records: nameOf', nameOf);
  if (clockError !== undefined) checkNumber('records: clockError', clockError, { min: 0, unlimited: true });
}
