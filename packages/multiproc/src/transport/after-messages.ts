// Only Node has it; declared here so that the package needs no types of Node.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

/** Calls back once this thread has received the messages that wait for it now. Browsers may run a timer that is overdue before these. */
export function afterMessages(callback: () => void): void {
  if (typeof setImmediate === 'function') return void setImmediate(callback);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(0);
}
