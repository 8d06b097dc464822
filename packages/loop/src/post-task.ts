// What only some platforms have; declared here so that the package needs no types of theirs.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

/** Callbacks that wait for their messages. */
const waiting: (() => void)[] = [];
let port: MessagePort | undefined;

/**
 * Calls `callback` in a task of its own, after all microtasks of this one: in Node by `setImmediate`, elsewhere by a message of a MessageChannel, which hidden
 * pages do not throttle. All callers of a thread share the channel: browsers keep a channel as long as the page, so loops with channels of their own would
 * leave them behind.
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
