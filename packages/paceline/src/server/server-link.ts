import type { WebSocket } from 'ws';
import type { KernelState } from '../control/latency-controller.ts';
import { SocketLink } from '../session/socket-link.ts';
import { isCloseCode } from '../wire/close-code.ts';
import { kernelStateOf } from './kernel-state.ts';

/** A connection of the server, of which the system may be asked. */
export class ServerLink extends SocketLink {
  #socket: WebSocket;

  constructor(socket: WebSocket) {
    super(socket, isCloseCode);
    this.#socket = socket;
  }

  kernel(): KernelState | undefined {
    const descriptor = descriptorOf(this.#socket);
    return descriptor === undefined || descriptor < 0 ? undefined : kernelStateOf(descriptor);
  }
}

interface Stream {
  readonly ['_handle']?: { readonly fd?: number } | null;
}

// Neither `ws` nor Node tells the descriptor of a socket; both have kept it there for years.
function descriptorOf(socket: WebSocket): number | undefined {
  const { _socket: stream } = socket as unknown as { readonly _socket?: Stream };
  return stream?.['_handle']?.fd;
}
