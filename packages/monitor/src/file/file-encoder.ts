import { missingName, type ThreadRecords } from '../recording/follower.ts';
import { kindOf, poolOf } from '../recording/recorded-event.ts';
import { recordSize } from '../recording/record-ring.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { fileFormat } from '../bytes/format-start.ts';
import { crc32 } from './crc32.ts';
import {
  checksumLength,
  chunkType,
  type FileHeader,
  type FileThreadInfo,
  headLength,
} from './file-format.ts';
import { encodeRecords } from './record-encoding.ts';

/** Records of a thread for a file. */
export interface FileRecords extends ThreadRecords {
  /** Maximum error in ms of `shift`, if it is known. */
  readonly clockError?: number | undefined;
}

/** Maximum number of records in a chunk. A reader needs memory for only one chunk at a time. */
const recordsPerChunk = 4096;

interface WrittenThread {
  readonly number: number;
  readonly names: Map<number, string | undefined>;
  clockError: number | undefined;
}

/** Encodes the chunks of a file. */
export class FileEncoder {
  #writer: ByteWriter = new ByteWriter();
  #threads: Map<string, WrittenThread[]> = new Map(); // by name; several threads can have the same name
  #threadCount = 0;
  #checksum = 0; // the last one

  constructor(header: FileHeader) {
    for (const byte of [...fileFormat.magic, fileFormat.version]) this.#writer.byte(byte);
    this.#chunk(chunkType.header, (writer) => writer.json(header));
  }

  /** Number of bytes that `take` has not returned yet. */
  get length(): number {
    return this.#writer.length;
  }

  /** Returns the bytes that were written since the last call. */
  take(): Bytes {
    return this.#writer.take();
  }

  /** Writes records of a thread, which `checkRecords` has checked. Throws the error that `nameOf` throws, and then writes no record. */
  records({ clockError, lost, nameOf, numbers, shift, thread: threadName }: FileRecords): void {
    const thread = this.#thread({ name: threadName, clockError }, nameOf);
    this.#names(thread, numbers, nameOf);
    const size = recordsPerChunk * recordSize;
    for (let at = 0; at === 0 || at < numbers.length; at += size) {
      const part = numbers.subarray(at, at + size);
      this.#chunk(chunkType.records, (writer) => {
        writer.number(thread.number);
        writer.number(at === 0 ? lost : 0);
        writer.float64(shift);
        writer.number(part.length / recordSize);
        encodeRecords(writer, part);
      });
    }
  }

  entry(kind: string, bytes: Uint8Array): void {
    this.#chunk(chunkType.entry, (writer) => {
      writer.text(kind);
      writer.bytes(bytes);
    });
  }

  lostEntries(count: number): void {
    this.#chunk(chunkType.lostEntries, (writer) => writer.number(count));
  }

  end(): void {
    this.#chunk(chunkType.end, () => {});
  }

  // Several threads can have the same name, for example a lost worker and its replacement. The records belong to a new
  // thread if a number stands for another name in them than in the records of the earlier thread.
  #thread(info: FileThreadInfo, nameOf: ThreadRecords['nameOf']): WrittenThread {
    const same = this.#threads.get(info.name) ?? [];
    this.#threads.set(info.name, same);
    const known = same.find(({ names }) => isConsistent(names, nameOf));
    if (known !== undefined && known.clockError === info.clockError) return known;
    const thread = known ?? { number: this.#threadCount++, names: new Map(), clockError: undefined };
    if (known === undefined) same.push(thread);
    thread.clockError = info.clockError;
    this.#chunk(chunkType.thread, (writer) => {
      writer.number(thread.number);
      writer.json(info);
    });
    return thread;
  }

  // Writes the names of numbers that are new in this thread, and names that were missing when earlier records were written.
  #names(
    { names, number: thread }: WrittenThread,
    numbers: Float64Array,
    nameOf: ThreadRecords['nameOf'],
  ): void {
    const changed = new Map<number, string>(); // complete before a chunk begins, because `nameOf` may throw
    for (let at = 0; at < numbers.length; at += recordSize) {
      const number = numbers[at + 3]!;
      if (!names.has(number)) names.set(number, undefined);
      if (numbers[at] !== kindOf.remote) continue;
      const pool = poolOf(numbers[at + 4]!);
      if (!names.has(pool)) names.set(pool, undefined);
    }
    for (const [number, known] of names) {
      const name = nameOf(number);
      if (known === undefined || (known === missingName && name !== known)) changed.set(number, name);
    }
    if (changed.size === 0) return;
    this.#chunk(chunkType.names, (writer) => {
      writer.number(thread);
      for (const [number, name] of changed) {
        names.set(number, name);
        writer.number(number);
        writer.text(name);
      }
    });
  }

  #chunk(type: number, encode: (writer: ByteWriter) => void): void {
    const writer = this.#writer;
    const start = writer.length;
    const payload = start + headLength + checksumLength;
    writer.byte(type);
    writer.uint32(0);
    writer.uint32(0);
    encode(writer);
    writer.setUint32(start + 1, writer.length - payload);
    const checksum = crc32(writer.since(start).subarray(0, headLength), this.#checksum);
    writer.setUint32(start + headLength, checksum);
    this.#checksum = crc32(writer.since(payload), checksum);
    writer.uint32(this.#checksum);
  }
}

function isConsistent(names: WrittenThread['names'], nameOf: ThreadRecords['nameOf']): boolean {
  for (const [number, known] of names) {
    const name: string | undefined = nameOf(number); // undefined if the thread of `nameOf` has fewer names
    const isUnknown =
      known === undefined || known === missingName || name === undefined || name === missingName;
    if (!isUnknown && name !== known) return false;
  }
  return true;
}
