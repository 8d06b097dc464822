import type { EventLoop } from '@doha/loop';
import { Alarm } from '../timers/alarm.ts';
import { VirtualLink, type VirtualLinkOptions } from '../virtual/virtual-link.ts';
import { VirtualSocket } from './virtual-socket.test.setup.ts';

/** Outcome of new connections: they are made, refused after a round trip, or never answered. */
export type Reachability = 'open' | 'refused' | 'silent';

/** A connection that was made. */
interface Connection {
  readonly link: VirtualLink;
  readonly client: VirtualSocket;
  readonly server: VirtualSocket;
}

/** Connections between clients and the current server, on simulated time. */
export class VirtualNetwork {
  /** The open connections. */
  readonly connections: Set<Connection> = new Set();
  /** Sockets that are not closed. */
  readonly sockets: Set<VirtualSocket> = new Set();
  reachability: Reachability = 'open';
  /** Delay and rate of the next connections. */
  path: Required<Pick<VirtualLinkOptions, 'delay' | 'rate'>> = { delay: 5, rate: 1000 };
  /** Receives the server's socket of each connection; undefined: there is no server, and connections are refused. */
  accept: ((socket: VirtualSocket) => void) | undefined;
  #loop: EventLoop;

  constructor(loop: EventLoop) {
    this.#loop = loop;
  }

  /** Whether a client waits for an answer to its hello. */
  get awaitsHello(): boolean {
    return [...this.sockets].some(({ awaitsHello }) => awaitsHello);
  }

  /** A client makes a connection. */
  open(): VirtualSocket {
    const client = this.#socket(false);
    const { path } = this;
    const made = new Alarm(this.#loop, () => this.#made(client, path));
    if (this.reachability !== 'silent') made.set(this.#loop.host.now() + 2 * path.delay);
    return client;
  }

  /** A connection that is never made. */
  openNowhere(): VirtualSocket {
    return this.#socket(false);
  }

  /** The process of the server is killed: it receives nothing more, and a client notices it after `delay` ms; Infinity: never. */
  killServer(delay: number): void {
    this.accept = undefined;
    for (const { link, server } of this.connections) {
      server.vanish();
      link.kill(delay, Infinity);
    }
  }

  /** The process of the client with this socket is killed, and the server notices it after `delay` ms. */
  killClient(socket: VirtualSocket, delay: number): void {
    const connection = [...this.connections].find(({ client }) => client === socket);
    socket.vanish();
    connection?.link.kill(Infinity, delay);
  }

  #made(client: VirtualSocket, path: VirtualLinkOptions): void {
    if (client.readyState !== 0) return;
    if (this.accept === undefined || this.reachability === 'refused') return client.fail();
    const connection = { link: new VirtualLink(this.#loop, path), client, server: this.#socket(true) };
    const { link, server } = connection;
    this.connections.add(connection);
    const answer = (socket: VirtualSocket) => (code: number, reason: string) => {
      new Alarm(this.#loop, () => socket.finish(code, reason)).set(this.#loop.host.now() + path.delay!);
    };
    server.open(link.endpoints[1], answer(client));
    this.accept(server);
    client.open(link.endpoints[0], answer(server));
  }

  #socket(isServer: boolean): VirtualSocket {
    const socket = new VirtualSocket(this.#loop, isServer, () => this.#forget(socket));
    this.sockets.add(socket);
    return socket;
  }

  #forget(socket: VirtualSocket): void {
    this.sockets.delete(socket);
    for (const connection of this.connections)
      if (connection.client === socket || connection.server === socket) this.connections.delete(connection);
  }
}
