import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';

type Mode = 'passing' | 'silent' | 'refusing';

/** The two halves of a connection through the proxy: the socket to the client, and the socket to the server. */
type Halves = readonly [Socket, Socket];

/** A TCP proxy in front of a server, which breaks connections as networks, crashes and attackers do. */
export class BreakingProxy {
  /** The port of the server. */
  target: number;
  #listener: Server = createServer((client) => this.#connected(client));
  #all: Set<Halves> = new Set();
  #mode: Mode = 'passing';

  constructor(target: number) {
    this.target = target;
  }

  static async to(target: number): Promise<BreakingProxy> {
    const proxy = new BreakingProxy(target);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Number of connections. */
  get size(): number {
    return this.#all.size;
  }

  /** Resets all connections. New ones are possible. */
  cut(): void {
    for (const halves of this.#all) for (const socket of halves) socket.resetAndDestroy();
  }

  /** Resets the oldest connection. */
  cutFirst(): void {
    const [first = []] = this.#all;
    for (const socket of first) socket.resetAndDestroy();
  }

  /** Resets all connections, and each new one: the peer has crashed. */
  refuse(): void {
    this.#mode = 'refusing';
    this.cut();
  }

  /** Passes new connections on again: the peer is back. */
  accept(): void {
    this.#mode = 'passing';
  }

  /** Stops reading in both directions, so that nothing passes any more. New connections are accepted and get no answer. */
  silence(): void {
    this.#mode = 'silent';
    for (const [client, server] of this.#all) {
      client.unpipe(server).pause();
      server.unpipe(client).pause();
    }
  }

  /** Inserts bytes that no endpoint has sent into each connection. */
  inject(bytes: Uint8Array, at: 'client' | 'server'): void {
    for (const [client, server] of this.#all) (at === 'client' ? client : server).write(bytes);
  }

  async close(): Promise<void> {
    this.refuse();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connected(client: Socket): void {
    client.on('error', () => {});
    if (this.#mode === 'refusing') return void client.resetAndDestroy();
    if (this.#mode === 'silent') client.pause();
    const server = createConnection({ port: this.target, host: '127.0.0.1' });
    const halves = [client, server] as const;
    this.#all.add(halves);
    for (const [one, other] of [halves, [server, client] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        this.#all.delete(halves);
        other.destroy();
      });
      if (this.#mode === 'passing') one.pipe(other);
    }
  }
}
