import type { EventLoop } from '@doha/loop';
import type { WebSocket } from 'ws';
import type { Reporter } from '../callbacks/guard.ts';
import { kernelStateOf } from '../control/kernel-state.ts';
import type { KernelState } from '../control/latency-controller.ts';
import { Alarm } from '../timers/alarm.ts';
import { SocketLink } from '../transport/socket-link.ts';
import { isCloseCode } from '../wire/close-code.ts';

/** A connection of a server, whose kernel state can be read. */
export class ServerLink extends SocketLink {
  #socket: WebSocket;
  #loop: EventLoop;

  /** `loop` runs the timer of the closing handshake; `reporter` receives errors of the socket. */
  constructor(socket: WebSocket, loop: EventLoop, reporter: Reporter) {
    super(
      socket,
      (error) => {
        reporter.reportError(error);
        socket.terminate();
      },
      isCloseCode,
    );
    this.#socket = socket;
    this.#loop = loop;
  }

  /** Closes the connection, and cuts it if the client does not answer. */
  override close(code: number, reason: string): void {
    super.close(code, reason);
    const cut = new Alarm(this.#loop, () => this.terminate());
    cut.set(this.#loop.host.now() + closeTimeout);
    this.#socket.once('close', () => cut.set(Infinity));
  }

  /** Ends the connection now. A client that reads still gets the frames that were sent before. */
  terminate(): void {
    this.#socket.terminate();
  }

  kernel(): KernelState | undefined {
    const descriptor = descriptorOf(this.#socket);
    return descriptor === undefined || descriptor < 0 ? undefined : kernelStateOf(descriptor);
  }
}

/** Ms in which a client must answer a close frame: `ws` waits 30 s, for which the connection delays the close of the server. */
const closeTimeout = 2000;

interface Stream {
  readonly ['_handle']?: { readonly fd?: number } | null;
}

// The descriptor is in private properties: neither `ws` nor Node has an interface for it. Their names have not changed for years.
function descriptorOf(socket: WebSocket): number | undefined {
  const { _socket: stream } = socket as unknown as { readonly _socket?: Stream };
  return stream?.['_handle']?.fd;
}
