import type { WebSocket } from 'ws';
import { emitGuarded } from './emit-guarded.ts';
import { guard, type Reporter } from './guard.ts';
import { guardEvents, GuardedListeners } from './guarded-listeners.ts';

type Send = (...given: readonly unknown[]) => void;

/**
 * Returns a subclass of `Socket`, a class of WebSockets of `ws`. `reporter` receives the errors of
 * its listeners and callbacks, see {@link emitGuarded}.
 */
export function guardedSocket(Socket: typeof WebSocket, reporter: Reporter): typeof WebSocket {
  const guarded = (given: readonly unknown[]): readonly unknown[] => {
    const at = given.findLastIndex((one) => typeof one === 'function');
    if (at === -1) return given;
    const callback = given[at] as Send;
    return given.with(at, (...args: readonly unknown[]) => guard(reporter, () => callback(...args)));
  };
  class GuardedSocket extends Socket {
    override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
      return emitGuarded(this, reporter, type, args);
    }

    override send(...given: readonly unknown[]): void {
      (super.send as Send)(...guarded(given));
    }

    override ping(...given: readonly unknown[]): void {
      (super.ping as Send)(...guarded(given));
    }

    override pong(...given: readonly unknown[]): void {
      (super.pong as Send)(...guarded(given));
    }
  }
  const listeners = new GuardedListeners(reporter);
  guardEvents(GuardedSocket, () => listeners);
  return GuardedSocket;
}
