// Only Node has `setImmediate`. Declared here so that the package needs no types of Node.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

/**
 * Calls back after this thread has received the messages that are waiting now. A timer may be too
 * early: browsers may run an overdue timer before these messages.
 */
export function afterMessages(callback: () => void): void {
  if (typeof setImmediate === 'function') return void setImmediate(callback);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(0);
}
