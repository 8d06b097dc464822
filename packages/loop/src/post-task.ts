// Declared here, so that the package needs no types of Node.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

/** Callbacks whose messages have not arrived, in order. */
const waiting: (() => void)[] = [];
let port: MessagePort | undefined;

/**
 * Calls `callback` in a task of its own, after all microtasks of the current task: in Node with `setImmediate`, elsewhere with a message of a
 * MessageChannel, which hidden pages do not throttle. All callers of a thread share one channel, because browsers keep a channel as long as the page: a channel
 * per loop would be a leak.
 */
export function postTask(callback: () => void): void {
  if (typeof setImmediate === 'function') {
    setImmediate(callback);
    return;
  }
  waiting.push(callback);
  (port ??= open()).postMessage(0);
}

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return port2;
}
