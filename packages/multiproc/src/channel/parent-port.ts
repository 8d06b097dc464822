// What only some platforms have.
declare const process: { getBuiltinModule?(name: string): unknown } | undefined;
declare const WorkerGlobalScope: (new () => object) | undefined;

/** What is used of a `MessagePort` of `node:worker_threads`. */
export interface NodePort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  close(): void;
}

/** Whether this thread is a Web Worker. */
export function isWorkerScope(): boolean {
  return typeof WorkerGlobalScope === 'function' && globalThis instanceof WorkerGlobalScope;
}

/** The port of a worker thread of Node to the thread that started it; undefined in all other threads. */
export function nodeParentPort(): NodePort | undefined {
  if (typeof process === 'undefined') return undefined;
  const threads = process.getBuiltinModule?.('node:worker_threads') as
    | { parentPort: NodePort | null }
    | undefined;
  return threads?.parentPort ?? undefined;
}
