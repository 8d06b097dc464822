import { isWorkerScope, nodeParentPort } from '../transport/parent-port.ts';

/**
 * Calls back before code of this worker closes its channel to the thread that started it: by
 * `close()` of a Web Worker, or of `parentPort` in Node. The platform reports neither call to that
 * thread. (Node does report `process.exit`.)
 */
export function onClose(callback: () => void): void {
  const closable = isWorkerScope() ? (globalThis as unknown as { close: () => void }) : nodeParentPort();
  if (closable === undefined) return;
  const close = closable.close.bind(closable);
  closable.close = () => {
    callback();
    close();
  };
}
