import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Methods of a connection that act on its session. */
export interface ConnectionActions {
  /** Ends the session now. */
  destroy(): void;
  pause(): void;
  resume(): void;
}

/**
 * Replaces the `_socket` of a WebSocket of `ws`, from which programs read addresses. It has the
 * addresses of the connection that opened the session. The connections of a session change, so
 * settings such as `setNoDelay` have no effect.
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
  /** Read by `createWebSocketStream` of `ws`. */
  readonly ['_writableState']: { finished: boolean } = { finished: false };
  #uses: ConnectionActions;

  constructor({ socket }: IncomingMessage, uses: ConnectionActions) {
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

  /** Called when the session has ended: emits the events of a closed connection. */
  end(): void {
    if (this.destroyed) return;
    this['_writableState'].finished = true;
    this.destroyed = true;
    this.emit('finish');
    this.emit('close', false);
  }
}
