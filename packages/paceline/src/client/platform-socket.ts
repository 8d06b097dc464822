import type { Socket, SocketClosed } from '../transport/socket-link.ts';
import type { Bytes } from '../wire/bytes.ts';

/** The members that a PacelineSocket uses of the WebSockets of browsers, of Node and of `ws`. */
export interface UnderlyingSocket extends Socket {
  readonly url: string;
  readonly extensions: string;
  send(data: string | Bytes): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: SocketClosed & { readonly wasClean: boolean }) => void,
  ): void;
}

/** A class of WebSockets. */
export type SocketClass = new (url: string | URL, protocols: string | string[]) => UnderlyingSocket;

/** A class that replaces the global WebSocket stores the replaced class in `replacedClass`. */
interface GlobalSocket extends SocketClass {
  readonly replacedClass?: GlobalSocket | undefined;
}

/**
 * The platform's own WebSocket, even while a PacelineSocket replaces the global one. Throws a
 * TypeError that names `what` if there is none.
 */
export function platformSocket(what: string): SocketClass {
  let found = (globalThis as { readonly WebSocket?: GlobalSocket }).WebSocket;
  while (found !== undefined && 'replacedClass' in found) found = found.replacedClass;
  if (found === undefined)
    throw new TypeError(
      `${what}: there is no WebSocket here; set the option WebSocket to a class, such as that of the package ws`,
    );
  return found;
}
