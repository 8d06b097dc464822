import { delay } from './delay.ts';

/** The memory of a process in bytes, after a garbage collection. */
export interface Memory {
  /** JavaScript objects. */
  readonly heap: number;
  /** Contents of typed arrays and of Node's buffers. */
  readonly buffers: number;
  /** Resident memory of the process. */
  readonly rss: number;
}

/** Collects garbage and returns the memory of this process. Node must run with the flag `--expose-gc`. */
export async function memoryNow(): Promise<Memory> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc!();
    await delay(10);
  }
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers, rss };
}
