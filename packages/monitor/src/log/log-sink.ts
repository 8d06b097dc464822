import { checkKind } from '@doha/loop/options';
import type { Bytes } from '../bytes/bytes.ts';
import { faultOfStart, logFormat } from '../bytes/format-start.ts';

/** Receives the chunks of a log, in order. A writer of recording files is one. */
export interface LogSink {
  /** `kind`: 'replay'. Each call passes bytes of its own. If `write` returns a promise, the next call does not wait for it. It may end the session or call its inputs. */
  write(kind: string, bytes: Uint8Array): unknown;
}

/** Keeps the chunks of a log in memory. For tests and short sessions: a sink for a game of an hour writes to a file. */
export class MemoryLog implements LogSink {
  readonly chunks: Uint8Array[] = [];

  write(_kind: string, bytes: Uint8Array): void {
    this.chunks.push(bytes);
  }

  /** A copy of all bytes. */
  get bytes(): Bytes {
    return joined(this.chunks);
  }
}

/** A log: its bytes, or its chunks in their order. */
export type Log = Uint8Array | readonly Uint8Array[];

/** Returns the bytes of a log. Throws a TypeError that names `what` if the argument consists of no bytes, and a RangeError if these are not a log. */
export function bytesOfLog(what: string, log: Log): Uint8Array {
  const isBytes = log instanceof Uint8Array;
  const isList = Array.isArray(log) && log.every((chunk) => chunk instanceof Uint8Array);
  checkKind(what, isBytes || isList, 'a Uint8Array, or an array of them', log);
  const bytes = isBytes ? log : joined(log);
  const fault = faultOfStart(bytes, logFormat);
  if (fault !== undefined) throw new RangeError(`${what}: ${fault}`);
  return bytes;
}

function joined(chunks: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
