import { closeCode, isEndCode, noCode } from '../wire/close-code.ts';
import { cutReason } from './cut-reason.ts';
import type { Link } from './link.ts';

/** What of a WebSocket is used: the browser's, and that of `ws`. */
export interface Socket {
  readonly protocol: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: string;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: SocketClosed) => void): void;
}

export interface SocketClosed {
  readonly code: number;
  readonly reason: string;
}

/** The `readyState` of one that is open. */
export const isOpen = 1;

/** A connection by WebSocket. */
export class SocketLink implements Link {
  #socket: Socket;
  #isAllowed: (code: number) => boolean;

  /** `isAllowed`: whether the class of the socket takes a code; default: as the one of browsers. */
  constructor(socket: Socket, isAllowed: (code: number) => boolean = isEndCode) {
    this.#socket = socket;
    this.#isAllowed = isAllowed;
  }

  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === isOpen) this.#socket.send(frame);
  }

  // A record has told the other end the code before. 1000 would say that nothing was lost.
  close(code: number, reason: string): void {
    const isRight = code !== noCode && this.#isAllowed(code);
    this.#socket.close(isRight ? code : closeCode.terminated, cutReason(reason));
  }
}

/** Bytes of a frame that a socket has brought; undefined: it was a text. */
export function frameOf(data: unknown): Uint8Array | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return data instanceof Uint8Array ? data : undefined;
}
