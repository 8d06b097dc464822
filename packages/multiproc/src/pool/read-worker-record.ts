import { Code, type MessageReader, unknownCode } from '../transport/message-format.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** Handles the records of a worker's messages. Times in ms. */
export interface WorkerRecordHandler {
  /** A task is done. `value`: undefined if its result is not wanted. */
  readonly done: (connection: WorkerConnection, id: number, value: unknown) => void;
  readonly failed: (connection: WorkerConnection, id: number, error: unknown) => void;
  readonly dropped: (connection: WorkerConnection, id: number) => void;
  /** A task waits for a promise. `ms`: its run time until then. */
  readonly waits: (connection: WorkerConnection, id: number, ms: number) => void;
  /** A generator has reached its first yield. */
  readonly yields: (connection: WorkerConnection, id: number) => void;
  /** A task was to be dropped, but its function waits for a promise and continues. */
  readonly continues: (connection: WorkerConnection, id: number) => void;
  /** Some jobs of a function have ended. `ms`: their total run time. */
  readonly measured: (connection: WorkerConnection, name: string, jobs: number, ms: number) => void;
  /** Reads the call of a remote method. */
  readonly call: (connection: WorkerConnection, reader: MessageReader) => void;
}

/**
 * Reads the next record of a worker's message completely before it calls the handler. So an error
 * that a handler throws is not the worker's fault, and the next record can be read. Only the
 * handler of `call` reads its record itself. Throws an UnreadableError if the record cannot be
 * read.
 */
export function readWorkerRecord(
  connection: WorkerConnection,
  reader: MessageReader,
  handler: WorkerRecordHandler,
): void {
  const code = reader.code();
  switch (code) {
    case Code.done:
      return handler.done(connection, reader.integer(), reader.value());
    case Code.ended:
      return handler.done(connection, reader.integer(), undefined);
    case Code.failed:
      return handler.failed(connection, reader.integer(), thrownIn(reader));
    case Code.dropped:
      return handler.dropped(connection, reader.integer());
    case Code.waits:
      return handler.waits(connection, reader.integer(), timeIn(reader, 1));
    case Code.yields:
      return handler.yields(connection, reader.integer());
    case Code.continues:
      return handler.continues(connection, reader.integer());
    case Code.runTimes:
      return readRunTimes(connection, reader, handler);
    case Code.call:
      return handler.call(connection, reader);
    case Code.pong:
      return connection.answered();
    case Code.run:
    case Code.cancel:
    case Code.more:
    case Code.ping:
    case Code.share:
    case Code.hold:
    case Code.ready:
      throw new UnreadableError(`a worker must not send records of code ${code}`);
    default:
      return unknownCode(code);
  }
}

function readRunTimes(
  connection: WorkerConnection,
  reader: MessageReader,
  { measured }: WorkerRecordHandler,
): void {
  const name = connection.functions[reader.word()];
  if (name === undefined)
    throw new UnreadableError('a worker sent a run time for a function that it does not expose');
  const jobs = reader.word();
  measured(connection, name, jobs, timeIn(reader, jobs));
}

function timeIn(reader: MessageReader, jobs: number): number {
  const ms = reader.word();
  if (jobs >= 1 && jobs < Infinity && ms >= 0 && ms < Infinity) return ms;
  throw new UnreadableError(`a worker sent ${ms} ms as the run time of ${jobs} tasks`);
}

function thrownIn(reader: MessageReader): unknown {
  const thrown = reader.value() as Thrown;
  try {
    return unpackThrown(thrown);
  } catch (cause) {
    throw new UnreadableError('a worker must send errors in packed form', { cause });
  }
}
