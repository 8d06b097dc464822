import type { IncomingMessage } from 'node:http';
import type { EventLoop } from '@doha/loop';
import type { WebSocket } from 'ws';
import type { Reporter } from '../callbacks/guard.ts';
import { kernelStateOf } from '../control/kernel-state.ts';
import type { KernelState } from '../control/latency-controller.ts';
import { Alarm } from '../timers/alarm.ts';
import { remoteHost } from '../transport/remote-host.ts';
import { SocketLink } from '../transport/socket-link.ts';
import { isCloseCode } from '../wire/close-code.ts';

/**
 * A server's connection to a client. On Linux it can read the kernel's state of the TCP connection.
 */
export class ServerLink extends SocketLink {
  #socket: WebSocket;
  #loop: EventLoop;

  /**
   * `request`: the upgrade request. `loop` runs the timer of the closing handshake; `reporter`
   * receives errors of the socket.
   */
  constructor(socket: WebSocket, request: IncomingMessage, loop: EventLoop, reporter: Reporter) {
    super(
      socket,
      (error) => {
        reporter.reportError(error);
        socket.terminate();
      },
      clientHost(request),
      isCloseCode,
    );
    this.#socket = socket;
    this.#loop = loop;
  }

  /**
   * Closes the connection, and cuts it if the client does not answer within {@link closeTimeout}.
   */
  override close(code: number, reason: string): void {
    super.close(code, reason);
    const cut = new Alarm(this.#loop, () => this.terminate());
    cut.set(this.#loop.host.now() + closeTimeout);
    this.#socket.once('close', () => cut.set(Infinity));
  }

  /**
   * Ends the connection now. Frames that the operating system has already taken still reach the
   * client.
   */
  terminate(): void {
    this.#socket.terminate();
  }

  kernel(): KernelState | undefined {
    const descriptor = descriptorOf(this.#socket);
    return descriptor === undefined || descriptor < 0 ? undefined : kernelStateOf(descriptor);
  }
}

/**
 * Ms in which a client must answer a close frame. `ws` would wait 30 s, and until then the
 * connection would delay the closing of the server.
 */
const closeTimeout = 2000;

// All clients behind a proxy have its address.
function clientHost({ headers, socket }: IncomingMessage): string | undefined {
  const isProxied = ['forwarded', 'via', 'x-forwarded-for'].some((name) => headers[name] !== undefined);
  return isProxied ? undefined : remoteHost(socket.remoteAddress);
}

interface Stream {
  readonly ['_handle']?: { readonly fd?: number } | null;
}

// Neither `ws` nor Node has a public interface for the file descriptor. The names of these private
// properties have not changed for years.
function descriptorOf(socket: WebSocket): number | undefined {
  const { _socket: stream } = socket as unknown as { readonly _socket?: Stream };
  return stream?.['_handle']?.fd;
}
