import type { Socket, SocketClosed } from '../transport/socket-link.ts';

/** What of a WebSocket is used below a PacelineSocket: the browser's, Node's, and that of `ws`. */
export interface UnderlyingSocket extends Socket {
  readonly url: string;
  readonly extensions: string;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: SocketClosed & { readonly wasClean: boolean }) => void,
  ): void;
}

/** What makes them. */
export type SocketClass = new (url: string | URL, protocols: string | string[]) => UnderlyingSocket;

/** One that stands in for another says for which. */
interface GlobalSocket extends SocketClass {
  readonly standsInFor?: GlobalSocket | undefined;
}

/** The platform's own WebSocket, also while another class stands in for it. Throws a TypeError that names `what`, which needs it, if there is none. */
export function platformSocket(what: string): SocketClass {
  let found = (globalThis as { readonly WebSocket?: GlobalSocket }).WebSocket;
  while (found !== undefined && 'standsInFor' in found) found = found.standsInFor;
  if (found === undefined)
    throw new TypeError(`${what}: there is no WebSocket here; give the option WebSocket, as that of ws`);
  return found;
}
