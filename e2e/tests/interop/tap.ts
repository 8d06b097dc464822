import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP connection through a {@link Tap}. */
export interface Tapped {
  /** The WebSocket subprotocol. An empty text: no subprotocol. Undefined: not a WebSocket. */
  readonly protocol: string | undefined;
  readonly isOpen: boolean;
  /** Resets the connection in both directions. */
  kill(): void;
}

/** A TCP proxy that observes and kills the connections between clients and a server. */
export class Tap {
  readonly connections: Tapped[] = [];
  readonly port: number;
  /** Port of the server for new connections. */
  target: number;
  #close: () => void;

  private constructor(port: number, target: number, close: () => void) {
    this.port = port;
    this.target = target;
    this.#close = close;
  }

  /** Starts a proxy for the local server at `port`. */
  static async start(port: number): Promise<Tap> {
    const server = createServer((client) =>
      tap.connections.push(join(client, connect(tap.target, '127.0.0.1'))),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tap = new Tap((server.address() as AddressInfo).port, port, () => server.close());
    return tap;
  }

  /** The open WebSockets in the order of their creation. */
  get webSockets(): readonly Tapped[] {
    return this.connections.filter(({ isOpen, protocol }) => isOpen && protocol !== undefined);
  }

  close(): void {
    this.#close();
    for (const connection of this.connections) connection.kill();
  }
}

function join(client: Socket, server: Socket): Tapped {
  let answer = '';
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
  server.on('data', (bytes: Buffer) => {
    if (!answer.includes('\r\n\r\n')) answer += bytes.toString('latin1');
  });
  return {
    get protocol() {
      if (!answer.startsWith('HTTP/1.1 101')) return undefined;
      return /^Sec-WebSocket-Protocol: (\S+)/im.exec(answer)?.[1] ?? '';
    },
    get isOpen() {
      return !client.destroyed && !server.destroyed;
    },
    kill() {
      client.resetAndDestroy();
      server.resetAndDestroy();
    },
  };
}
