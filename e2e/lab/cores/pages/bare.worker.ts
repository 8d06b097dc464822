/** The thread that started this worker, which is the control without DOHA. The worker sends it one message after its start. */
interface Parent {
  postMessage(message: unknown): void;
}

const threads =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
export const parent: Parent = threads?.parentPort ?? globalThis;
parent.postMessage('here');
// A worker in Node ends when it has nothing to wait for.
setInterval(() => {}, 2 ** 30);
