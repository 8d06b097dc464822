/** What the control says its one word to: a worker without DOHA, which tells that it is there. */
interface Parent {
  postMessage(message: unknown): void;
}

const threads =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
export const parent: Parent = threads?.parentPort ?? globalThis;
parent.postMessage('here');
// A worker of Node lives as long as it waits for something.
setInterval(() => {}, 2 ** 30);
