import type { NamesOf } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { RowFilter } from './row-filter.ts';
import type { Schema } from './schema.ts';

/** Messages from a table's writer to its readers. `reader` is the number of a replica in the thread that gets the message. */
export interface WriterToReader {
  /** The writer has a table of this name. `table` is its number, which no later table of the writer has. */
  offer(name: string, from: ThreadId, schema: Schema, table: number): void;
  /** The last commit of the table, if there was one, has been sent to the replica. */
  ready(name: string, from: ThreadId, reader: number): void;
  /** There is no memory for the rows that the replica wants, so it gets no rows of this table. */
  noMemory(name: string, from: ThreadId, reader: number, problem: string): void;
  /** Shared memory for the snapshots of the table. */
  memory(reader: number, from: ThreadId, memory: SharedArrayBuffer, capacity: number): void;
  /** The table was closed. */
  closed(name: string, from: ThreadId): void;
  /** There is a newer snapshot in the shared memory of a replica of this name. */
  woken(name: string): void;
  /** A snapshot, in memory that is transferred. */
  snapshot(
    reader: number,
    from: ThreadId,
    memory: ArrayBuffer,
    capacity: number,
    count: number,
    time: number,
  ): void;
}

/** Messages from the readers of a table to its writer. `reader` is the number of a replica in its thread. */
export interface ReaderToWriter {
  /** A replica requests these fields and rows of the table that was offered with this number. `wakeSignal`: present if memory can be shared. */
  requestRows(
    name: string,
    from: ThreadId,
    reader: number,
    schema: Schema,
    filter: RowFilter | undefined,
    wakeSignal: SharedArrayBuffer | undefined,
    table: number,
  ): void;
  /** The replica has another row filter. */
  setFilter(name: string, from: ThreadId, reader: number, filter: RowFilter | undefined): void;
  /** Returns buffers that were transferred. */
  returnBuffers(name: string, from: ThreadId, reader: number, buffers: readonly ArrayBuffer[]): void;
  /** The replica is closed, and its thread has another one of the same table. */
  drop(name: string, from: ThreadId, reader: number): void;
}

/** The remote methods of {@link WriterToReader}. */
export const writerToReader: NamesOf<WriterToReader> = {
  offer: true,
  ready: true,
  noMemory: true,
  memory: true,
  closed: true,
  woken: true,
  snapshot: true,
};

/** The remote methods of {@link ReaderToWriter}. */
export const readerToWriter: NamesOf<ReaderToWriter> = {
  requestRows: true,
  setFilter: true,
  returnBuffers: true,
  drop: true,
};
