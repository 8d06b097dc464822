import type { WebSocket } from 'ws';
import { guard, type Reporter } from './guard.ts';

type Listener = ((event: unknown) => unknown) | { handleEvent(event: unknown): unknown };
type Guarded = (this: unknown, event: unknown) => void;

/**
 * Wraps event listeners of WebSockets of `ws` in functions that report errors. `ws` ignores the
 * promises of async listeners, so a rejection would end the process. The wrapper of a listener is
 * always the same function, so `removeEventListener` finds it.
 */
export class GuardedListeners {
  #reporter: Reporter;
  #guarded: WeakMap<Listener, Guarded> = new WeakMap();
  #listeners: WeakMap<Guarded, Listener> = new WeakMap();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /**
   * Returns the function to give to `ws` in place of `listener`. A value that is no listener is
   * returned unchanged.
   */
  guarded(listener: Listener): Listener {
    if (typeof listener !== 'function' && typeof listener?.handleEvent !== 'function') return listener;
    const before = this.#guarded.get(listener);
    if (before !== undefined) return before;
    const reporter = this.#reporter;
    const guarded: Guarded = function (event) {
      guard(reporter, () =>
        typeof listener === 'function' ? Reflect.apply(listener, this, [event]) : listener.handleEvent(event),
      );
    };
    this.#guarded.set(listener, guarded);
    this.#listeners.set(guarded, listener);
    return guarded;
  }

  /** Returns the listener of a guarded function. Any other value is returned unchanged. */
  listener(guarded: unknown): unknown {
    return this.#listeners.get(guarded as Guarded) ?? guarded;
  }
}

type Method = (type: string, listener: Listener, options?: object) => void;

/**
 * Overrides `addEventListener`, `removeEventListener` and `onclose`, `onerror`, `onmessage` and
 * `onopen` of a class of WebSockets, so that its listeners are guarded. `listenersOf` returns the
 * GuardedListeners of a socket.
 */
export function guardEvents<S extends object>(
  Socket: { readonly prototype: S },
  listenersOf: (socket: S) => GuardedListeners,
): void {
  const { prototype } = Socket;
  const above = Object.getPrototypeOf(prototype) as WebSocket;
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const method = above[name] as Method;
    const guarded = function (this: S, type: string, listener: Listener, options?: object): void {
      Reflect.apply(method, this, [type, listenersOf(this).guarded(listener), options]);
    };
    Object.defineProperty(prototype, name, { value: guarded, configurable: true, writable: true });
  }
  for (const name of ['onclose', 'onerror', 'onmessage', 'onopen'])
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: S): unknown {
        return listenersOf(this).listener(Reflect.get(above, name, this));
      },
      set(this: S, listener: unknown) {
        Reflect.set(above, name, listener, this);
      },
    });
}
