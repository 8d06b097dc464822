// The control for the start of workers: a worker without DOHA, which sends one message when it has
// started.

/** The thread that started this worker. */
interface Parent {
  postMessage(message: unknown): void;
}

const threads =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
export const parent: Parent = threads?.parentPort ?? globalThis;
parent.postMessage('here');
// A worker in Node ends when it has nothing to wait for.
setInterval(() => {}, 2 ** 30);
