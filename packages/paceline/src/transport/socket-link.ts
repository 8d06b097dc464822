import type { Bytes } from '../wire/bytes.ts';
import { closeCode, isEndCode, noCode } from '../wire/close-code.ts';
import { cutReason } from '../wire/cut-reason.ts';
import type { Link } from './link.ts';

/** The members of a WebSocket that Paceline uses, in browsers and in `ws`. */
export interface Socket {
  readonly protocol: string;
  readonly url?: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: string;
  send(data: Bytes): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: SocketClosed) => void): void;
}

export interface SocketClosed {
  readonly code: number;
  readonly reason: string;
}

/** The `readyState` of an open WebSocket. */
export const isOpen = 1;

/**
 * A connection by WebSocket. The application may have given the class of the WebSocket, so its methods and
 * properties may throw. If one throws, the connection has failed: it sends nothing more, and is closed. No
 * method of this class throws.
 */
export class SocketLink implements Link {
  readonly host: string | undefined;
  #socket: Socket;
  #failed: (error: unknown) => void;
  #isAllowed: (code: number) => boolean;
  #hasFailed = false;

  /**
   * `failed`: receives the first error of the socket, and treats the connection as lost; it may be called in the middle of a change of the session.
   * `host`: see {@link Link.host}. `isAllowed`: whether the class of the socket accepts a close code; default: as in browsers.
   */
  constructor(
    socket: Socket,
    failed: (error: unknown) => void,
    host?: string,
    isAllowed: (code: number) => boolean = isEndCode,
  ) {
    this.host = host;
    this.#socket = socket;
    this.#failed = failed;
    this.#isAllowed = isAllowed;
  }

  get buffered(): number {
    return this.#guard(() => this.#socket.bufferedAmount) ?? 0;
  }

  send(frame: Bytes): void {
    if (!this.#hasFailed) this.#guard(() => this.#socket.readyState === isOpen && this.#socket.send(frame));
  }

  // The peer already knows the code from a record, so the code of the close frame may differ. A code
  // that is not allowed is not replaced by 1000, which would mean that nothing was lost.
  close(code: number, reason: string): void {
    const canBeSent = code !== noCode && this.#isAllowed(code);
    this.#guard(() => this.#socket.close(canBeSent ? code : closeCode.terminated, cutReason(reason)));
  }

  #guard<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#failed(error);
    this.close(closeCode.timeout, ''); // ends the connection, and not the session
  }
}

/** Bytes of a frame from the data of a message event; undefined: a text. */
export function frameOf(data: unknown): Uint8Array | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return data instanceof Uint8Array ? data : undefined;
}
