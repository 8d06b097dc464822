import type { WebSocket } from 'ws';
import { guard, type Reporter } from '../session/guard.ts';
import { emitGuarded } from './emit-guarded.ts';

type Send = (...given: readonly unknown[]) => void;

/** A class of WebSockets of `ws` whose listeners and callbacks may throw: `reporter` is told, see {@link emitGuarded}. */
export function guardedSocket(Socket: typeof WebSocket, reporter: Reporter): typeof WebSocket {
  const guarded = (given: unknown): unknown => {
    return typeof given === 'function'
      ? (...told: readonly unknown[]) => guard(reporter, () => (given as Send)(...told))
      : given;
  };
  return class extends Socket {
    override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
      return emitGuarded(this, reporter, type, args);
    }

    override send(...given: readonly unknown[]): void {
      (super.send as Send)(...given.map(guarded));
    }

    override ping(...given: readonly unknown[]): void {
      (super.ping as Send)(...given.map(guarded));
    }

    override pong(...given: readonly unknown[]): void {
      (super.pong as Send)(...given.map(guarded));
    }
  };
}
