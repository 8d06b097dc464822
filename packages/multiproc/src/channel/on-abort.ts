const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal is aborted. All callbacks share one event listener, because Node warns of signals with more than ten. Returns a function that
 * removes the callback; the listener is removed with the last one.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = callbacksOf.get(signal);
  if (callbacks === undefined) callbacksOf.set(signal, (callbacks = new Set()));
  if (callbacks.size === 0) signal.addEventListener('abort', callAll);
  const own = (): void => callback(); // one function may be passed twice
  callbacks.add(own);
  return () => {
    if (callbacks.delete(own) && callbacks.size === 0) signal.removeEventListener('abort', callAll);
  };
}

function callAll(this: AbortSignal): void {
  for (const callback of callbacksOf.get(this) ?? []) callback();
}
