import { checkKind } from '@doha/loop/options';
import { eventsOf } from '../recording/events-of.ts';
import { soundRecords } from '../recording/sound-records.ts';
import { recordSize } from '../recording/record-ring.ts';
import { eventKinds, kindOf, poolOf } from '../recording/recorded-event.ts';
import { maxOrigin } from '../recording/check-origin.ts';
import { Recording } from '../recording/recording.ts';
import { ByteReader } from './byte-reader.ts';
import { type Chunk, ChunkParser } from './chunk-parser.ts';
import { chunkType, type FileHeader, type FileThreadInfo } from './file-format.ts';
import { decodeRecords } from './record-encoding.ts';
import type { FileEntry } from './save-recording.ts';
import { type ByteSource, CompressedEnd, uncompressed } from './uncompressed.ts';

/** A thread of a {@link RecordingFile}. */
export interface FileThread {
  readonly name: string;
  /** Maximum error in ms of its times on the clock of the recording; undefined if it is not known. */
  readonly clockError: number | undefined;
  /** Number of its records that are missing, because memory was full before they could be written. */
  readonly lost: number;
}

/** The contents of a recording file. */
export interface RecordingFile {
  readonly recording: Recording;
  readonly threads: readonly FileThread[];
  /** Entries of other kinds, in the order in which they were written. */
  readonly entries: readonly FileEntry[];
  /** Number of entries that are missing, because memory was full before they could be written. */
  readonly lostEntries: number;
  /** The value that the writer was given; undefined if it was given none. */
  readonly metadata: unknown;
  /** Whether the file has its end. Otherwise it was cut off, for example because the program ended, and the last part is missing. */
  readonly isComplete: boolean;
  /** Number of chunks and records that were skipped: those that this version of the package does not know, and records with invalid values. */
  readonly skipped: number;
}

/**
 * Reads a recording file, or one that was compressed by gzip, from its bytes or from a sequence of parts of any size. A file that was cut off is read up to
 * its last whole chunk. Rejects with a SyntaxError if the bytes are not a recording file, or are damaged: changed, repeated, or missing before the last one.
 * Rejects with a TypeError if an argument is of the wrong type, and with the error of `source` if it throws.
 */
export async function readRecording(source: Uint8Array | ByteSource): Promise<RecordingFile> {
  const isBytes = source instanceof Uint8Array;
  const isIterable =
    typeof source === 'object' &&
    source !== null &&
    (Symbol.asyncIterator in source || Symbol.iterator in source);
  checkKind('readRecording: source', isBytes || isIterable, 'a Uint8Array or an iterable of them', source);
  const parser = new ChunkParser();
  const contents = new Contents();
  let isCut = false;
  try {
    for await (const part of uncompressed(isBytes ? [source] : source)) {
      for (const chunk of parser.push(part)) contents.add(chunk);
    }
  } catch (error) {
    if (!(error instanceof CompressedEnd)) throw asReadError(error);
    isCut = true;
  }
  const fault = parser.faultOfStart;
  if (contents.hasEnd && !parser.isBetweenChunks)
    throw new SyntaxError('readRecording: there are bytes after the end of the recording');
  const compressed = isCut ? ' (the compressed bytes are cut off)' : '';
  if (fault !== undefined) throw new SyntaxError(`readRecording: ${fault}${compressed}`);
  return contents.file(!isCut && contents.hasEnd && parser.isBetweenChunks, parser.skipped);
}

function asReadError(error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  return new SyntaxError(`readRecording: ${error.message}`, { cause: error });
}

interface ReadThread extends FileThreadInfo {
  readonly names: Map<number, string>;
  readonly records: Float64Array[];
  lost: number;
}

/** The contents of the chunks so far. */
class Contents {
  hasEnd = false;
  #header: FileHeader = {};
  #threads: Map<number, ReadThread> = new Map();
  #entries: FileEntry[] = [];
  #lostEntries = 0;
  #skippedRecords = 0; // of unknown kinds
  #keptRecords = 0;

  /** Throws a SyntaxError if the payload is invalid. */
  add({ payload, position, type }: Chunk): void {
    try {
      this.#add(type, new ByteReader(payload));
    } catch (error) {
      const { message } = error as Error;
      throw new SyntaxError(`the chunk at byte ${position} is invalid: ${message}`, { cause: error });
    }
  }

  file(isComplete: boolean, skippedChunks: number): RecordingFile {
    const threads = [...this.#threads.values()];
    const events = threads.flatMap(({ name, names, records }) => {
      const { numbers } = soundRecords({ numbers: joined(records), lost: 0 });
      return eventsOf({ thread: name, numbers, shift: 0, nameOf: (number) => names.get(number)! });
    });
    const lost = threads.reduce((sum, thread) => Math.min(sum + thread.lost, Number.MAX_SAFE_INTEGER), 0);
    return {
      recording: new Recording(events, lost, this.#header.origin),
      threads: threads.map(({ clockError, lost: missing, name }) => ({ name, clockError, lost: missing })),
      entries: this.#entries,
      lostEntries: this.#lostEntries,
      metadata: this.#header.metadata,
      isComplete,
      skipped: skippedChunks + this.#skippedRecords + this.#keptRecords - events.length,
    };
  }

  #add(type: number, reader: ByteReader): void {
    if (type === chunkType.header) this.#header = headerFrom(reader.json());
    else if (type === chunkType.thread) this.#addThread(reader.number(), threadFrom(reader.json()));
    else if (type === chunkType.names) this.#addNames(reader);
    else if (type === chunkType.records) this.#addRecords(reader);
    else if (type === chunkType.entry)
      this.#entries.push({ kind: reader.text(), bytes: reader.bytes().slice() });
    else if (type === chunkType.lostEntries) this.#lostEntries += reader.number();
    else this.hasEnd = true;
  }

  #addThread(number: number, info: FileThreadInfo): void {
    const { lost = 0, names = new Map<number, string>(), records = [] } = this.#threads.get(number) ?? {};
    this.#threads.set(number, { ...info, lost, names, records });
  }

  #addNames(reader: ByteReader): void {
    const { names } = this.#thread(reader.number());
    while (reader.left > 0) names.set(reader.number(), reader.text());
  }

  #addRecords(reader: ByteReader): void {
    const thread = this.#thread(reader.number());
    thread.lost += reader.number();
    const shift = reader.float64();
    const numbers = decodeRecords(reader, reader.number());
    let kept = 0;
    for (let at = 0; at < numbers.length; at += recordSize) {
      if (numbers[at]! >= eventKinds.length) continue;
      checkNames(thread, numbers, at);
      numbers[at + 1]! += shift;
      numbers[at + 2]! += shift;
      numbers.copyWithin(kept, at, at + recordSize);
      kept += recordSize;
    }
    this.#skippedRecords += (numbers.length - kept) / recordSize;
    this.#keptRecords += kept / recordSize;
    thread.records.push(numbers.subarray(0, kept));
  }

  #thread(number: number): ReadThread {
    const thread = this.#threads.get(number);
    if (thread === undefined) throw new SyntaxError(`there is no thread ${number}`);
    return thread;
  }
}

// A task of a pool also has the name of its pool.
function checkNames({ names }: ReadThread, numbers: Float64Array, at: number): void {
  const isKnown =
    names.has(numbers[at + 3]!) && (numbers[at] !== kindOf.remote || names.has(poolOf(numbers[at + 4]!)));
  if (!isKnown) throw new SyntaxError('a record has an unknown name');
}

function headerFrom(json: object): FileHeader {
  const { metadata, origin } = json as FileHeader;
  const isRight = origin === undefined || (typeof origin === 'number' && Math.abs(origin) <= maxOrigin);
  if (!isRight) throw new SyntaxError(`the origin must be a number from -${maxOrigin} to ${maxOrigin}`);
  return { metadata, origin };
}

function threadFrom(json: object): FileThreadInfo {
  const { clockError, name } = json as FileThreadInfo;
  if (typeof name !== 'string') throw new SyntaxError('the name of a thread must be a string');
  return { name, clockError: typeof clockError === 'number' ? clockError : undefined };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
