import type { WebSocket } from 'ws';
import { guard, type Reporter } from './guard.ts';

type Listener = ((event: unknown) => unknown) | { handleEvent(event: unknown): unknown };
type Guarded = (this: unknown, event: unknown) => void;

/**
 * Guards the listeners of `addEventListener` of a WebSocket of `ws`, which ignores their promises: an async listener that rejects would end the process. Each
 * listener has one guarded function, so that it can be removed.
 */
export class GuardedListeners {
  #reporter: Reporter;
  #guarded: WeakMap<Listener, Guarded> = new WeakMap();
  #listeners: WeakMap<Guarded, Listener> = new WeakMap();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /** The function that `ws` gets for a listener. Values that are no listeners stay as they are. */
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

  /** The listener of a guarded function. */
  listener(guarded: unknown): unknown {
    return this.#listeners.get(guarded as Guarded) ?? guarded;
  }
}

type Method = (type: string, listener: Listener, options?: object) => void;

/** Makes a class of WebSockets guard the listeners of its events. `listenersOf` returns those of a socket. */
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
