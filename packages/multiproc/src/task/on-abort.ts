import type { AbortSignal } from '../platform-types.ts';

interface Listening {
  readonly callbacks: Set<() => void>;
  /**
   * The one event listener that is added to the signal. It calls all callbacks. It does not use `this` or the event, because polyfills of AbortSignal do not
   * pass them.
   */
  readonly listener: () => void;
}

const listeningTo = new WeakMap<AbortSignal, Listening>();

/**
 * Calls back when a signal is aborted. All callbacks share one event listener, because Node warns if a
 * signal has more than ten listeners. Returns a function that removes the callback; the listener is
 * removed with the last callback.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let listening = listeningTo.get(signal);
  if (listening === undefined) listeningTo.set(signal, (listening = newListening()));
  const { callbacks, listener } = listening;
  if (callbacks.size === 0) signal.addEventListener('abort', listener);
  const own = (): void => callback(); // a wrapper, because the same function may be passed twice
  callbacks.add(own);
  return () => {
    if (callbacks.delete(own) && callbacks.size === 0) signal.removeEventListener('abort', listener);
  };
}

function newListening(): Listening {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const callback of callbacks) callback();
  };
  return { callbacks, listener };
}
