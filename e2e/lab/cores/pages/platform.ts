import type { AnyWorker } from '@doha/multiproc';

/** Functions of the environment in which a study runs, a page or Node. */
export interface Platform {
  /** Starts a worker from the module `<name>.worker.ts` beside this one. */
  readonly spawn: (name: WorkerName) => AnyWorker;
  /** Whether threads can share memory. */
  readonly sharesMemory: boolean;
  /** Resolves at the next frame of the display; in Node 60 times per second. */
  readonly nextFrame: () => Promise<void>;
  /** Milliseconds of work of the calling thread so far, including the deserialization of messages. */
  readonly busyTime: () => Promise<number>;
  /** The memory in use. */
  readonly memory: () => Promise<Memory>;
}

export interface Memory {
  /** Bytes of the objects of the calling thread. */
  readonly heap: number;
  /** Bytes of the process with all of its threads; in a browser, of all renderer processes. */
  readonly resident: number;
}

/** The modules of workers. */
export type WorkerName = 'bare' | 'ping-pong' | 'product' | 'replication' | 'soak';

/** A measurement whose parameters are in the query string. */
export type Study<Report> = (query: URLSearchParams, platform: Platform) => Promise<Report>;

/**
 * A number in the query string.
 *
 * @throws RangeError if it is missing or not a number.
 */
export function numberOf(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? NaN);
  if (Number.isNaN(value))
    throw new RangeError(`&${name}= must be a number, got ${query.get(name) ?? 'nothing'}`);
  return value;
}
