import type { WebSocket } from 'ws';
import type { Reporter } from '../session/guard.ts';
import { emitGuarded } from './emit-guarded.ts';

/** A class of WebSockets of `ws` whose listeners may throw: `reporter` is told, see {@link emitGuarded}. */
export function guardedSocket(Socket: typeof WebSocket, reporter: Reporter): typeof WebSocket {
  return class extends Socket {
    override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
      return emitGuarded(this, reporter, type, args);
    }
  };
}
