import { delay } from './delay.ts';

/** Bytes after a collection of garbage. */
export interface Memory {
  /** Objects. */
  readonly heap: number;
  /** Memory of typed arrays, Node's buffers among them. */
  readonly buffers: number;
  /** What the system has given to the process. */
  readonly rss: number;
}

/** Needs the flag `--expose-gc`. */
export async function memoryNow(): Promise<Memory> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc!();
    await delay(10);
  }
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers, rss };
}
