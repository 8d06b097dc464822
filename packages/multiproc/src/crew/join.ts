import type { Endpoint } from '../channel/endpoint.ts';
import { Code, type Envelope, envelopeVersion } from '../channel/envelope.ts';

/** A worker that has answered, and who gets what comes from it. */
export interface Joined {
  readonly endpoint: Endpoint;
  /** The names of its functions. */
  readonly functions: readonly string[];
  /** To be set at once: gets all that comes later. */
  message: (envelope: Envelope) => void;
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
      message(envelope) {
        if (joined !== undefined) return joined.message(envelope as Envelope);
        const problem = problemOf(envelope);
        if (problem !== undefined) return fail(new Error(problem));
        clearTimeout(timeout);
        const functions = (envelope as Envelope)[1][0] as readonly string[];
        joined = { endpoint, functions, message: () => {}, lost: () => {} };
        resolve(joined);
      },
      lost: (reason) => (joined === undefined ? fail(reason) : joined.lost(reason)),
    });
  });
}

function problemOf(envelope: unknown): string | undefined {
  const words: unknown = Array.isArray(envelope) ? envelope[0] : undefined;
  if (!Array.isArray(words) || words[0] !== Code.here)
    return 'it answered with something else than expose() does';
  if (words[1] === envelopeVersion) return undefined;
  return `it has another version of @doha/multiproc: format ${String(words[1])}, not ${envelopeVersion}`;
}
