import { checkKind } from '@doha/loop/options';
import { type Endpoint, ExitError } from '../transport/endpoint.ts';
import { onAbort } from '../task/on-abort.ts';
import { Code, type Message, MessageReader, formatVersion, isMessage } from '../transport/message-format.ts';
import { Deadline } from './deadline.ts';
import type { AbortSignal } from '../platform-types.ts';

export interface StartedWorkerListener {
  readonly message: (message: Message) => void;
  readonly lost: (reason: Error) => void;
}

/** A worker that has answered the hello of the pool (see hello.ts). */
export class StartedWorker {
  readonly endpoint: Endpoint;
  /** Names of the functions that the worker exposes. */
  readonly functions: readonly string[];
  #listener: StartedWorkerListener | undefined;
  #early: ((listener: StartedWorkerListener) => void)[] = [];

  constructor(endpoint: Endpoint, functions: readonly string[]) {
    this.endpoint = endpoint;
    this.functions = functions;
  }

  /** Called once. Delivers everything that has arrived since the answer. */
  listen(listener: StartedWorkerListener): void {
    this.#listener = listener;
    for (const deliver of this.#early) deliver(listener);
    this.#early = [];
  }

  /** Delivers an event now, or as soon as there is a listener. @internal */
  hear(deliver: (listener: StartedWorkerListener) => void): void {
    if (this.#listener === undefined) this.#early.push(deliver);
    else deliver(this.#listener);
  }
}

/**
 * Waits for the first message of a worker, which answers the hello. Rejects if no message comes
 * within `limit` ms, if the message is invalid, if the worker is lost, or when `signal` is aborted.
 * In each of these cases the worker is terminated. An abort after the answer terminates it, too.
 */
export function handshake(endpoint: Endpoint, limit: number, signal?: AbortSignal): Promise<StartedWorker> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
      deadline.cancel();
      void endpoint.close();
      reject(reason);
    };
    const deadline = new Deadline(limit, () => fail(notExposedError(limit)));
    const giveUp = (): void => fail(signal!.reason as Error);
    if (signal?.aborted === true) return giveUp();
    if (signal !== undefined) onAbort(signal, giveUp);
    let started: StartedWorker | undefined;
    endpoint.listen({
      message(message) {
        if (!isMessage(message)) return; // a message of the application
        if (started !== undefined) return started.hear((listener) => listener.message(message));
        try {
          started = new StartedWorker(endpoint, functionsIn(message));
        } catch (error) {
          return fail(error as Error);
        }
        deadline.cancel();
        resolve(started);
      },
      lost(reason) {
        if (started === undefined) fail(isPlainExit(reason) ? neverExposed(reason) : reason);
        else started.hear(({ lost }) => lost(reason));
      },
    });
  });
}

/** The error of a worker whose module did not call `expose` in time. */
export function notExposedError(limit: number): Error {
  return new Error(`the worker did not call expose within ${limit} ms`);
}

// A worker thread of Node ends when it waits for nothing. A worker that has called `expose` waits
// for messages of a pool. So a worker that exits with the code 0 has not called `expose`, or has called `process.exit`.
function isPlainExit(reason: Error): boolean {
  return reason instanceof ExitError && reason.code === 0;
}

function neverExposed(cause: Error): Error {
  return new Error(
    'it exited before it had called expose(): its module must call expose(), and must not call process.exit()',
    {
      cause,
    },
  );
}

/** The error of a worker that did not answer the first ping in time. */
export function lateStartError(limit: number): Error {
  return new Error(`it did not answer within ${limit} ms`);
}

/** Reads the names of the functions from the first message of a worker. Throws an Error that says why the worker cannot be used. */
function functionsIn(message: Message): readonly string[] {
  const reader = new MessageReader(message);
  const code = reader.code();
  if (code === Code.call) throw new Error('it called close() before it had started');
  if (code !== Code.ready) throw new Error('its first message did not come from expose()');
  const version = reader.word();
  if (version !== formatVersion) {
    throw new Error(`it has another version of @doha/multiproc: format ${version}, not ${formatVersion}`);
  }
  const names = reader.value();
  const isRight = Array.isArray(names) && names.every((name) => typeof name === 'string');
  checkKind('a worker: its functions', isRight, 'an array of names', names);
  return names as readonly string[];
}
