import type { Endpoint } from '../channel/endpoint.ts';
import { envelopeVersion, FromWorker } from '../channel/envelope.ts';

/** A worker that has answered, and who gets what comes from it. */
export interface Joined {
  readonly endpoint: Endpoint;
  /** The names of its functions. */
  readonly functions: readonly string[];
  /** To be set at once: gets all that comes later. */
  message: (words: readonly unknown[]) => void;
  lost: (reason: Error) => void;
}

/** Waits until a worker answers. Rejects with an Error, and ends it, if it does not within `limit` ms, or goes. */
export function join(endpoint: Endpoint, limit: number): Promise<Joined> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
      clearTimeout(timeout);
      endpoint.close();
      reject(reason);
    };
    const timeout = setTimeout(() => fail(new Error(`it did not answer within ${limit} ms`)), limit);
    let joined: Joined | undefined;
    endpoint.listen({
      message(words) {
        if (joined !== undefined) return joined.message(words as readonly unknown[]);
        const problem = problemOf(words);
        if (problem !== undefined) return fail(new Error(problem));
        clearTimeout(timeout);
        const functions = (words as readonly unknown[])[2] as readonly string[];
        joined = { endpoint, functions, message: () => {}, lost: () => {} };
        resolve(joined);
      },
      lost: (reason) => (joined === undefined ? fail(reason) : joined.lost(reason)),
    });
  });
}

function problemOf(words: unknown): string | undefined {
  if (!Array.isArray(words) || words[0] !== FromWorker.here)
    return 'it answered with something else than expose() does';
  if (words[1] === envelopeVersion) return undefined;
  return `it has another version of @doha/multiproc: format ${String(words[1])}, not ${envelopeVersion}`;
}
