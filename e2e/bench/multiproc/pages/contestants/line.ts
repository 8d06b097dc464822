import type { AnyWorker } from '@doha/multiproc';

export type { AnyWorker };

/** One endpoint of a message channel between two threads, in browsers and in Node. */
export interface Line<Sent, Received> {
  post(message: Sent): void;
  listen(listener: (message: Received) => void): void;
}

/** The channel to a worker. */
export function lineTo<Sent, Received>(worker: AnyWorker): Line<Sent, Received> {
  return {
    post: (message) => worker.postMessage(message),
    listen(listener) {
      if ('on' in worker) worker.on('message', (message) => listener(message as Received));
      else worker.onmessage = ({ data }) => listener(data as Received);
    },
  };
}

/** The channel from a worker to the thread that has started it. */
export function lineToParent<Sent, Received>(): Line<Sent, Received> {
  return lineTo((parentPort() ?? globalThis) as unknown as AnyWorker);
}

/** The port of a Node worker; undefined in a browser. */
export function parentPort(): object | undefined {
  return globalThis.process?.getBuiltinModule('node:worker_threads').parentPort ?? undefined;
}

export async function terminateAll(workers: readonly AnyWorker[]): Promise<void> {
  for (const worker of workers) await worker.terminate();
}
