import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { Alarm } from '../session/alarm.ts';
import { checkFunction, checkKind, checkWhole, isText } from '../session/check-option.ts';
import { guard } from '../session/guard.ts';
import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { longestFrame, protocol } from '../wire/layout.ts';
import { guardedSocket } from './guarded-socket.ts';
import { offeredProtocols } from './offered-protocols.ts';
import { Sessions, type SessionsOptions, type Visitor } from './sessions.ts';

export interface PacelineServerOptions extends SessionsOptions {
  /** A port of its own; 0: any that is free. Or … */
  readonly port?: number;
  /** … the server of http or https to whose upgrades it listens. */
  readonly server?: Server;
  /**
   * The path that is served, from '/' on; default: all, also what other listeners to the upgrades of `server` are meant to take, so beside them it
   * must be given. With it other paths are theirs; if there are none, the answer is 404.
   */
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
  #closing = new AbortController();
  #closed: Promise<void> | undefined;
  #isClosed = false;
  #failure: Error | undefined; // why it could not listen
  #late: Alarm;
  #farewell: Alarm;
  #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    this.#upgraded(request, socket, head);

  /** Throws a RangeError if an option is out of its range, a TypeError if it is of a wrong kind, or there is neither `port` nor `server`, or both. */
  constructor(options: PacelineServerOptions) {
    const { port, server } = options;
    checkOptions(options);
    this.#options = options;
    this.#sessions = new Sessions({
      ...options,
      choose: (request) => this.#choose(offeredProtocols(request)),
      endsOnOverflow: true,
    });
    const { loop, reporter } = this.#sessions;
    this.#late = new Alarm(loop, (now) => this.#endAll(now));
    this.#farewell = new Alarm(loop, () => this.#cutAll());
    const alike = { noServer: true, perMessageDeflate: false };
    this.#paced = new WebSocketServer({
      ...alike,
      maxPayload: longestFrame,
      handleProtocols: () => protocol,
    });
    this.#plain = new WebSocketServer({
      ...alike,
      WebSocket: guardedSocket(WebSocket, reporter),
      handleProtocols: (offered) => this.#choose([...offered]) || false,
    });
    this.#http = server ?? createServer((_, response) => response.writeHead(426).end()).listen(port);
    this.#http.on('upgrade', this.#upgrade);
    if (server === undefined) this.#http.on('error', (error) => this.#failed(error));
  }

  /** Resolves to the port when it listens; rejects with what the system says if it cannot, or with an Error if it is closed before. */
  get listening(): Promise<number> {
    return this.#whenListening();
  }

  /** The sessions that there are. */
  get sessions(): readonly Session[] {
    return this.#sessions.all;
  }

  /**
   * Stops listening, lets nobody in any more, and ends all sessions when all that was sent has come, or after `timeout` ms, which a second call may
   * change. Plain WebSockets are closed. Resolves when all connections have gone; those that do not go by themselves are cut. Throws a RangeError if
   * `timeout` is out of its range.
   */
  async close({ timeout = 5000 }: { readonly timeout?: number } = {}): Promise<void> {
    checkWhole('close: timeout', timeout, 0, 2 ** 31);
    if (!this.#isClosed) this.#late.set(this.#sessions.loop.host.now() + timeout);
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #whenListening(): Promise<number> {
    const { signal } = this.#closing;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      signal.throwIfAborted();
      if (!this.#http.listening) await once(this.#http, 'listening', { signal });
    } catch (error) {
      throw signal.aborted ? new Error('listening: the server was closed before') : error;
    }
    return (this.#http.address() as AddressInfo).port;
  }

  // Whoever waits until it listens is told there.
  #failed(error: Error): void {
    this.#failure ??= error;
    if (this.#http.listenerCount('error') === 1) this.#sessions.reporter.reportError(error);
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    closeAll(this.#plain);
    const isOwn = this.#options.server === undefined;
    const all = [closed(this.#paced), closed(this.#plain), ...(isOwn ? [closed(this.#http)] : [])];
    await this.#sessions.close();
    await Promise.all(all);
    this.#isClosed = true;
    this.#late.set(Infinity);
    this.#farewell.set(Infinity);
    this.#http.off('upgrade', this.#upgrade);
  }

  #endAll(now: number): void {
    this.#sessions.terminate();
    closeAll(this.#paced);
    this.#farewell.set(now + farewell);
  }

  #cutAll(): void {
    for (const { clients } of [this.#paced, this.#plain]) for (const socket of clients) socket.terminate();
    if (this.#options.server === undefined) this.#http.closeAllConnections();
  }

  #upgraded(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { onSession, onSocket, path } = this.#options;
    socket.on('error', () => {}); // whoever has gone does not hear what is answered
    if (path !== undefined && request.url?.split('?', 1)[0] !== path) {
      if (this.#http.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found'); // else it may be for somebody else
      return;
    }
    const isOurs = offeredProtocols(request).includes(protocol);
    if (!isOurs && onSocket === undefined) return refuse(socket, '400 Bad Request');
    if (this.#closing.signal.aborted) return refuse(socket, '503 Service Unavailable');
    if (!this.#isWelcome(request)) return refuse(socket, '403 Forbidden');
    const begun = (session: Session, visitor: Visitor): void => onSession?.(session, visitor);
    if (isOurs)
      this.#paced.handleUpgrade(request, socket, head, (opened) =>
        this.#sessions.accept(opened, request, begun),
      );
    else
      this.#plain.handleUpgrade(request, socket, head, (opened) =>
        guard(this.#sessions.reporter, () => onSocket!(opened, request)),
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

/** Ms in which the other ends hear why a connection is closed before it is cut. */
const farewell = 500;

function closeAll({ clients }: WebSocketServer): void {
  for (const socket of clients) socket.close(closeCode.goingAway);
}

/** Resolves when it and all of its connections are closed. */
async function closed(server: Server | WebSocketServer): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

function checkOptions(options: PacelineServerOptions): void {
  const { onSession, onSocket, origins, path, port, protocols, server } = options;
  if ((port === undefined) === (server === undefined))
    throw new TypeError('PacelineServer: there must be either a port or a server');
  checkFunction('onSession', onSession);
  checkFunction('onSocket', onSocket);
  checkKind('path', path, "a string that begins with '/'", (given) => isText(given) && given.startsWith('/'));
  checkKind('origins', origins, "'*' or an array of strings", (given) => given === '*' || areTexts(given));
  checkKind('protocols', protocols, 'an array of strings', areTexts);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function hostnameOf(host: string | undefined): string | undefined {
  return URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`).hostname : undefined;
}

function refuse(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
