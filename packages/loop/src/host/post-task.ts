/** Callbacks that wait for their messages. */
const waiting: (() => void)[] = [];
let port: MessagePort | undefined;

/**
 * Calls `callback` in a task of its own, by a message of a MessageChannel. All hosts of a thread share the channel: browsers keep a channel as long as
 * the page, so loops with channels of their own would leave them behind.
 */
export function postTask(callback: () => void): void {
  waiting.push(callback);
  (port ??= open()).postMessage(0);
}

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return port2;
}
