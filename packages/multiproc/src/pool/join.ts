import { checkKind } from '@doha/loop/options';
import type { Endpoint } from '../transport/endpoint.ts';
import { onAbort } from '../task/on-abort.ts';
import { Code, type Envelope, EnvelopeReader, envelopeVersion, isEnvelope } from '../transport/envelope.ts';
import { Deadline } from './deadline.ts';

export interface JoinedListener {
  readonly message: (envelope: Envelope) => void;
  readonly lost: (reason: Error) => void;
}

/** A worker that has answered. */
export class Joined {
  readonly endpoint: Endpoint;
  /** The names of its functions. */
  readonly functions: readonly string[];
  #listener: JoinedListener | undefined;
  #early: ((listener: JoinedListener) => void)[] = [];

  constructor(endpoint: Endpoint, functions: readonly string[]) {
    this.endpoint = endpoint;
    this.functions = functions;
  }

  /** To be called once: what came since it answered is told now. */
  listen(listener: JoinedListener): void {
    this.#listener = listener;
    for (const tell of this.#early) tell(listener);
    this.#early = [];
  }

  /** Something came. @internal */
  hear(tell: (listener: JoinedListener) => void): void {
    if (this.#listener === undefined) this.#early.push(tell);
    else tell(this.#listener);
  }
}

/** Waits until a worker answers. Rejects if it does not within `limit` ms, if that is finite, or goes. It is ended then, and when `signal` is aborted. */
export function join(endpoint: Endpoint, limit: number, signal?: AbortSignal): Promise<Joined> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
      deadline.cancel();
      void endpoint.close();
      reject(reason);
    };
    const deadline = new Deadline(limit, () => fail(notExposed(limit)));
    const giveUp = (): void => fail(signal!.reason as Error);
    if (signal?.aborted === true) return giveUp();
    if (signal !== undefined) onAbort(signal, giveUp);
    let joined: Joined | undefined;
    endpoint.listen({
      message(envelope) {
        if (!isEnvelope(envelope)) return; // of the application
        if (joined !== undefined) return joined.hear(({ message }) => message(envelope));
        try {
          joined = new Joined(endpoint, functionsIn(envelope));
        } catch (error) {
          return fail(error as Error);
        }
        deadline.cancel();
        resolve(joined);
      },
      lost(reason) {
        if (joined === undefined) fail(reason);
        else joined.hear(({ lost }) => lost(reason));
      },
    });
  });
}

/** The error of a worker whose module did not call `expose` in time. */
export function notExposed(limit: number): Error {
  return new Error(`the worker did not call expose within ${limit} ms`);
}

/** Why nobody waits any longer for a worker. */
export function tooLate(limit: number): Error {
  return new Error(`it did not answer within ${limit} ms`);
}

/** The names in a worker's first record. Throws an Error that says why it cannot be used. */
function functionsIn(envelope: Envelope): readonly string[] {
  const reader = new EnvelopeReader(envelope);
  const code = reader.code();
  if (code === Code.telegram) throw new Error('it called close() while it was started');
  if (code !== Code.here) throw new Error('it answered with something else than expose() does');
  const version = reader.word();
  if (version !== envelopeVersion) {
    throw new Error(`it has another version of @doha/multiproc: format ${version}, not ${envelopeVersion}`);
  }
  const names = reader.value();
  const isRight = Array.isArray(names) && names.every((name) => typeof name === 'string');
  checkKind('a worker: its functions', isRight, 'an array of names', names);
  return names as readonly string[];
}
