// Only some platforms have it; declared here so that the package needs no types of theirs.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

const waiting: (() => void)[] = [];
let port: MessagePort | undefined;

/** Resolves in a task of its own, after all microtasks of this one. In browsers it takes a message of a MessageChannel, which hidden pages do not throttle. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else {
      waiting.push(resolve);
      (port ??= open()).postMessage(0);
    }
  });
}

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return port2;
}
