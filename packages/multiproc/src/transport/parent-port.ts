import type { MessagePort, Transferable } from '../platform-types.ts';

// Only some platforms have these.
declare const process: { getBuiltinModule?(name: string): unknown } | undefined;
declare const WorkerGlobalScope: (new () => object) | undefined;

/** The used part of a `MessagePort` of `node:worker_threads`. */
export interface NodePort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  close(): void;
}

/** Returns whether this thread is a Web Worker. */
export function isWorkerScope(): boolean {
  return typeof WorkerGlobalScope === 'function' && globalThis instanceof WorkerGlobalScope;
}

/** Returns the port from a worker thread of Node to the thread that started it; undefined in all other threads. */
export function nodeParentPort(): NodePort | undefined {
  return nodeThreads()?.parentPort ?? undefined;
}

/** Reads the next message that waits at a port. Returns undefined if there is none, and in browsers. */
export function receiveFrom(port: MessagePort): { readonly message: unknown } | undefined {
  return nodeThreads()?.receiveMessageOnPort(port);
}

interface NodeThreads {
  readonly parentPort: NodePort | null;
  receiveMessageOnPort(port: MessagePort): { readonly message: unknown } | undefined;
}

function nodeThreads(): NodeThreads | undefined {
  if (typeof process === 'undefined') return undefined;
  return process.getBuiltinModule?.('node:worker_threads') as NodeThreads | undefined;
}
