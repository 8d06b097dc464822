import type { AnyWorker } from '@doha/multiproc';

/** What a study takes from where it runs, a page or Node. */
export interface Platform {
  /** Starts a worker from the module `<name>.worker.ts` beside this one. */
  readonly spawn: (name: WorkerName) => AnyWorker;
  /** Whether threads can share memory. */
  readonly sharesMemory: boolean;
  /** Resolves when the next picture is due; in Node 60 times per second. */
  readonly nextFrame: () => Promise<void>;
  /** Milliseconds for which the calling thread has worked so far, reading messages included. */
  readonly busyTime: () => Promise<number>;
  /** Bytes that are in use. */
  readonly memory: () => Promise<Memory>;
}

export interface Memory {
  /** Of objects of the calling thread. */
  readonly heap: number;
  /** Of the process, all of its threads together. */
  readonly resident: number;
}

/** The modules of workers. */
export type WorkerName = 'bare' | 'ping-pong' | 'product' | 'replication' | 'soak';

/** Finds something out, as the address says. */
export type Study<Report> = (query: URLSearchParams, platform: Platform) => Promise<Report>;

/** A number of the address. */
export function numberOf(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? NaN);
  if (Number.isNaN(value))
    throw new RangeError(`&${name}= must be a number, got ${query.get(name) ?? 'nothing'}`);
  return value;
}
