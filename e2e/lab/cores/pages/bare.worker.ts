/** The thread that started this worker. The worker is the control of the measurement: it uses no DOHA, and sends one message after its start. */
interface Parent {
  postMessage(message: unknown): void;
}

const threads =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
export const parent: Parent = threads?.parentPort ?? globalThis;
parent.postMessage('here');
// A worker in Node ends when it has nothing to wait for.
setInterval(() => {}, 2 ** 30);
