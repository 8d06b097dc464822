import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../session/session.ts';
import { longestFrame, protocol } from '../wire/layout.ts';
import { offeredProtocols } from './offered-protocols.ts';
import { Sessions, type SessionsOptions, type Visitor } from './sessions.ts';

export interface PacelineServerOptions extends SessionsOptions {
  /** A port of its own; 0: any that is free. Or … */
  readonly port?: number;
  /** … the server of http or https to whose upgrades it listens. */
  readonly server?: Server;
  /** The path that is served; default: all. */
  readonly path?: string;
  /** Origins of pages that are let in, such as 'https://example.org'; default: those of the same host, whatever the port. `'*'`: all. */
  readonly origins?: readonly string[] | '*';
  /** Gets each new session. */
  readonly onSession?: (session: Session, visitor: Visitor) => void;
  /** Gets each WebSocket that speaks something else. Default: they are refused. */
  readonly onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
  /** Subprotocols of the application, of which the first that a client offers is chosen; for sessions beside our own. */
  readonly protocols?: readonly string[];
}

/** The server's end of sessions, on `ws`: on a port of its own, or on that of an http server, beside plain WebSockets. */
export class PacelineServer {
  #options: PacelineServerOptions;
  #http: Server;
  #paced: WebSocketServer;
  #plain: WebSocketServer;
  #sessions: Sessions;
  #isClosing = false;
  #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    this.#upgraded(request, socket, head);

  /** Throws a RangeError if an option is out of its range, a TypeError if there is neither `port` nor `server`, or both. */
  constructor(options: PacelineServerOptions) {
    const { port, server } = options;
    if ((port === undefined) === (server === undefined))
      throw new TypeError('PacelineServer: there must be either a port or a server');
    this.#options = options;
    this.#sessions = new Sessions({
      ...options,
      choose: (request) => this.#choose(offeredProtocols(request)),
      endsOnOverflow: true,
    });
    const alike = { noServer: true, perMessageDeflate: false };
    this.#paced = new WebSocketServer({
      ...alike,
      maxPayload: longestFrame,
      handleProtocols: () => protocol,
    });
    this.#plain = new WebSocketServer({
      ...alike,
      handleProtocols: (offered) => this.#choose([...offered]) || false,
    });
    this.#http = server ?? createServer((_, response) => response.writeHead(426).end()).listen(port);
    this.#http.on('upgrade', this.#upgrade);
  }

  /** Resolves to the port when it listens; rejects with what the system says if it cannot. */
  get listening(): Promise<number> {
    const portOf = (): number => (this.#http.address() as AddressInfo).port;
    if (this.#http.listening) return Promise.resolve(portOf());
    return new Promise((resolve, reject) => {
      this.#http.once('listening', () => resolve(portOf()));
      this.#http.once('error', reject);
    });
  }

  /** The sessions that there are. */
  get sessions(): readonly Session[] {
    return this.#sessions.all;
  }

  /** Lets nobody in any more, ends all sessions when all that was sent has come, or after `timeout` ms, and stops listening. */
  async close({ timeout = 5000 }: { readonly timeout?: number } = {}): Promise<void> {
    this.#isClosing = true;
    await this.#sessions.close(timeout);
    this.#http.off('upgrade', this.#upgrade);
    if (this.#options.server === undefined) await new Promise((resolve) => this.#http.close(resolve));
  }

  #upgraded(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { onSession, onSocket, path, server } = this.#options;
    if (path !== undefined && request.url?.split('?', 1)[0] !== path) {
      if (server === undefined) refuse(socket, '404 Not Found'); // else it may be for somebody else
      return;
    }
    const isOurs = offeredProtocols(request).includes(protocol);
    if (!isOurs && onSocket === undefined) return refuse(socket, '400 Bad Request');
    if (this.#isClosing) return refuse(socket, '503 Service Unavailable');
    if (!this.#isWelcome(request)) return refuse(socket, '403 Forbidden');
    const begun = (session: Session, visitor: Visitor): void => onSession?.(session, visitor);
    if (isOurs)
      this.#paced.handleUpgrade(request, socket, head, (opened) =>
        this.#sessions.accept(opened, request, begun),
      );
    else
      this.#plain.handleUpgrade(request, socket, head, (opened) =>
        this.#sessions.guard(() => onSocket!(opened, request)),
      );
  }

  /** The application's subprotocol; empty: none. */
  #choose(offered: readonly string[]): string {
    return this.#options.protocols?.find((name) => offered.includes(name)) ?? '';
  }

  // A page of another origin must not speak for its user; programs that are no pages say no origin.
  #isWelcome({ headers }: IncomingMessage): boolean {
    const { origin } = headers;
    const { origins } = this.#options;
    if (origin === undefined || origins === '*') return true;
    if (origins !== undefined) return origins.includes(origin);
    return URL.canParse(origin) && new URL(origin).hostname === hostnameOf(headers.host);
  }
}

function hostnameOf(host: string | undefined): string | undefined {
  return URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`).hostname : undefined;
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {}); // whoever has gone does not hear it
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
