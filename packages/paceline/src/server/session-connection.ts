import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** What a program does with a connection that it must not hold itself. */
export interface ConnectionUses {
  /** Ends the session now. */
  destroy(): void;
  pause(): void;
  resume(): void;
}

/**
 * Stands in for the `_socket` of a WebSocket of `ws`, which programs ask for addresses: it has those of the connection that opened the session. A session
 * has several connections, and not always the same ones, so settings of a connection have no effect.
 */
export class SessionConnection extends EventEmitter {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly remoteFamily: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly encrypted: boolean;
  readonly authorized: boolean;
  destroyed = false;
  /** What `createWebSocketStream` of `ws` reads. */
  readonly ['_writableState']: { finished: boolean } = { finished: false };
  #uses: ConnectionUses;

  constructor({ socket }: IncomingMessage, uses: ConnectionUses) {
    super();
    const { authorized = false, encrypted = false } = socket as Partial<
      Record<'authorized' | 'encrypted', boolean>
    >;
    this.remoteAddress = socket.remoteAddress;
    this.remotePort = socket.remotePort;
    this.remoteFamily = socket.remoteFamily;
    this.localAddress = socket.localAddress;
    this.localPort = socket.localPort;
    this.encrypted = encrypted;
    this.authorized = authorized;
    this.#uses = uses;
  }

  address(): { readonly address?: string; readonly family?: string; readonly port?: number } {
    const { localAddress: address, localPort: port, remoteFamily: family } = this;
    return address === undefined ? {} : { address, family: family!, port: port! };
  }

  destroy(): this {
    this.#uses.destroy();
    return this;
  }

  pause(): this {
    this.#uses.pause();
    return this;
  }

  resume(): this {
    this.#uses.resume();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** The session has ended. */
  end(): void {
    if (this.destroyed) return;
    this['_writableState'].finished = true;
    this.destroyed = true;
    this.emit('finish');
    this.emit('close', false);
  }
}
