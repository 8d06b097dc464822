import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { EventLoop } from '@doha/loop';
import { checkNumber, checkOptions } from '@doha/loop/options';
import { WebSocket, WebSocketServer } from 'ws';
import { answerPings } from '../admission/answer-pings.ts';
import type { Refusal } from '../admission/refusal.ts';
import { statusOf } from '../admission/refusal-status.ts';
import { goingAwayReason } from '../admission/refusals.ts';
import { Sessions } from '../admission/sessions.ts';
import { plainVerifier } from '../admission/verify-plain.ts';
import { guard } from '../callbacks/guard.ts';
import { guardedSocket } from '../callbacks/guarded-socket.ts';
import type { Session } from '../session/session.ts';
import { Alarm } from '../timers/alarm.ts';
import { Deadline } from '../timers/deadline.ts';
import { closeCode } from '../wire/close-code.ts';
import { maxFrameSize, protocol } from '../wire/layout.ts';
import { quoted } from '../wire/quoted.ts';
import { maxChunksOfSession, maxFragmentsOf, maxFragmentsOfSession } from './max-fragments.ts';
import { choosePaceline, isOtherVersion, offeredProtocols } from './offered-protocols.ts';
import { PageRules } from './page-rules.ts';
import { checkServerOptions, type PacelineServerOptions } from './server-options.ts';
import { UpgradeRouter, type UpgradeTarget } from './upgrade-router.ts';

/** Accepts sessions of clients and plain WebSockets, by `ws`: on a port of its own, or on that of an http server. */
export class PacelineServer {
  #options: PacelineServerOptions;
  #rules: PageRules;
  #http: Server;
  #pacelineServer: WebSocketServer;
  #plain: WebSocketServer;
  #sessions: Sessions;
  #closing = new AbortController();
  #closed: Promise<void> | undefined;
  #isClosed = false;
  #failure: Error | undefined; // reason why it could not listen
  #deadline: Deadline;
  #closeGracePeriod: Alarm;
  #target: UpgradeTarget;
  #unwatchLoop: () => void;

  /**
   * Throws a RangeError if an option is out of range. Throws a TypeError if an option has the wrong type,
   * if there is neither `port` nor `server`, or both, if `host` is given with `server`, or if `host` is no
   * loopback address and there are no `origins`.
   */
  constructor(options: PacelineServerOptions) {
    checkServerOptions(options);
    const { authenticate, host = '127.0.0.1', perMessageDeflate = false, port, server } = options;
    this.#options = options;
    this.#rules = new PageRules(options);
    this.#sessions = new Sessions({
      ...options,
      what: 'PacelineServer',
      chooseProtocol: (request) => this.#chooseProtocol(offeredProtocols(request)),
      endsOnOverflow: true,
    });
    const { loop, plainHandshakes, reporter } = this.#sessions;
    const verifyClient = plainVerifier(undefined, (...args) => plainHandshakes.authenticate(...args));
    this.#deadline = new Deadline(loop, (now) => this.#endAll(now));
    this.#closeGracePeriod = new Alarm(loop, () => this.#cutAll());
    this.#pacelineServer = new WebSocketServer({
      noServer: true,
      autoPong: false,
      maxPayload: maxFrameSize,
      maxFragments: maxFragmentsOfSession,
      maxBufferedChunks: maxChunksOfSession,
      handleProtocols: choosePaceline,
    });
    this.#plain = new WebSocketServer({
      noServer: true,
      autoPong: false,
      maxPayload: this.#sessions.maxMessageSize,
      maxFragments: maxFragmentsOf(this.#sessions.maxMessageSize),
      perMessageDeflate,
      WebSocket: guardedSocket(WebSocket, reporter),
      handleProtocols: (offered) => this.#chooseProtocol([...offered]) || false,
      ...(authenticate && { verifyClient }),
    });
    for (const one of [this.#pacelineServer, this.#plain])
      one.on('wsClientError', ({ message }, socket, request) =>
        this.#refuse(socket, { reason: 'handshake', message, values: {}, request }),
      );
    this.#http = server ?? createServer((_, response) => response.writeHead(426).end()).listen(port, host);
    this.#target = {
      path: options.path,
      upgrade: (request, socket, head) => this.#upgraded(request, socket, head),
      refusePath: (request, socket, paths) => this.#refuse(socket, this.#pathRefusal(request, paths)),
    };
    UpgradeRouter.of(this.#http).add(this.#target);
    if (server === undefined) this.#http.on('error', (error) => this.#failed(error));
    this.#unwatchLoop = loop.whenDisposed(() => this.#endNow());
  }

  /**
   * Resolves to the port when the server listens; rejects with the system's error if it cannot, or with an
   * Error if it is closed before. A rejection that nothing handles does not end the process. With `port`,
   * the system's error is also reported to `onError`.
   */
  get listening(): Promise<number> {
    const listening = this.#whenListening();
    listening.catch(() => {});
    return listening;
  }

  /** The open sessions, as a new array. */
  get sessions(): readonly Session[] {
    return this.#sessions.all;
  }

  /**
   * Refuses new sessions and plain WebSockets, and ends all sessions with `closeCode.goingAway` when all messages of both endpoints have arrived, or after
   * `timeout` ms, which a second call may change. Until then a session without a connection can resume, so that only clients that miss messages report
   * 'lost'. Plain WebSockets are closed with the same code. Stops listening when all sessions have ended, and resolves when all connections have ended;
   * connections that do not end by themselves are cut. Rejects with a RangeError if `timeout` is out of range.
   */
  async close(options: { readonly timeout?: number | undefined } = {}): Promise<void> {
    checkOptions('close', options, ['timeout']);
    const { timeout = 5000 } = options;
    checkNumber('close: timeout', timeout, { min: 0, max: 2 ** 31 });
    if (!this.#isClosed) this.#deadline.set(this.#sessions.loop.host.now() + timeout);
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

  #failed(error: Error): void {
    this.#failure ??= error;
    this.#sessions.reporter.reportError(error);
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    closeAll(this.#plain);
    const isOwn = this.#options.server === undefined;
    const plain = close(this.#plain);
    await this.#sessions.close(); // until then sessions may resume
    await Promise.all([plain, close(this.#pacelineServer), ...(isOwn ? [close(this.#http)] : [])]);
    this.#isClosed = true;
    this.#deadline.set(Infinity);
    this.#closeGracePeriod.set(Infinity);
    UpgradeRouter.of(this.#http).remove(this.#target);
    this.#unwatchLoop();
  }

  // Called when the application has disposed its loop. The grace period runs on a loop of its own:
  // cutting the connections at once could discard reasons that the clients have not read yet.
  #endNow(): void {
    for (const session of this.sessions) session.terminate();
    void this.close({ timeout: 0 });
    closeAll(this.#pacelineServer);
    const loop = new EventLoop();
    this.#closeGracePeriod = new Alarm(loop, () => this.#cutAll());
    this.#closeGracePeriod.set(loop.host.now() + closeGracePeriod);
  }

  #endAll(now: number): void {
    this.#sessions.terminate();
    closeAll(this.#pacelineServer);
    this.#closeGracePeriod.set(now + closeGracePeriod);
  }

  #cutAll(): void {
    for (const { clients } of [this.#pacelineServer, this.#plain])
      for (const socket of clients) socket.terminate();
    if (this.#options.server === undefined) this.#http.closeAllConnections();
  }

  #upgraded(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (hasWebSocket(socket)) return this.#sessions.reporter.reportError(new Error(takenBy(request)));
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) return this.#refuse(socket, refusal);
    const server = this.#isOurs(request) ? this.#pacelineServer : this.#plain;
    server.handleUpgrade(request, socket, head, (opened) => this.#opened(opened, request));
  }

  #opened(socket: WebSocket, request: IncomingMessage): void {
    const { onSession, onSocket } = this.#options;
    if (socket.protocol === protocol)
      this.#sessions.accept(socket, request, (session, client) => onSession?.(session, client));
    else if (this.#isOurs(request)) this.#sessions.refuseVersion(socket, request);
    else {
      answerPings(socket);
      guard(this.#sessions.reporter, () => onSocket?.(socket, request));
    }
  }

  /**
   * Whether a client is treated as one that speaks Paceline, of this version or another one. With
   * `onSocket` a client of another version that also offers other subprotocols is served as a plain
   * WebSocket.
   */
  #isOurs(request: IncomingMessage): boolean {
    const offered = offeredProtocols(request);
    if (offered.includes(protocol)) return true;
    const isPlain = this.#options.onSocket !== undefined && !offered.every(isOtherVersion);
    return !isPlain && offered.some(isOtherVersion);
  }

  #pathRefusal(request: IncomingMessage, paths: readonly string[]): Refusal {
    const { path } = this.#options;
    const message = `the path must be ${paths.join(' or ')}, got ${quoted(request.url)}`;
    return { reason: 'path', message, values: { path, url: request.url }, request };
  }

  #refusalOf(request: IncomingMessage): Refusal | undefined {
    const offered = offeredProtocols(request);
    if (!this.#isOurs(request) && this.#options.onSocket === undefined) {
      const message = `without onSocket a client must offer the subprotocol ${protocol}, got ${quoted(offered.join(', ') || undefined)}`;
      return { reason: 'protocol', message, values: { offered }, request };
    }
    const isClosed = this.#closing.signal.aborted && !(this.#isOurs(request) && this.#sessions.admits);
    if (isClosed) return { reason: 'closing', message: goingAwayReason, values: {}, request };
    return this.#rules.refusalOf(request);
  }

  #refuse(socket: Duplex, refusal: Refusal): void {
    const { reason } = refusal;
    const status = statusOf(reason);
    socket.once('finish', () => socket.destroy());
    const headers = `Connection: close\r\nContent-Type: text/plain\r\nContent-Length: ${reason.length + 9}`;
    const version = reason === 'handshake' ? 'Sec-WebSocket-Version: 13\r\n' : '';
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${version}${headers}\r\n\r\nrefused: ${reason}`,
    );
    this.#sessions.refusals.report(refusal);
  }

  /** The application's subprotocol; empty: none. Clients offer theirs in the order of preference (RFC 6455 §4.1). */
  #chooseProtocol(offered: readonly string[]): string {
    return offered.find((name) => this.#options.protocols?.includes(name)) ?? '';
  }
}

/**
 * Whether another listener of the event 'upgrade' has made a WebSocket of this connection. `ws`
 * marks such a connection by a private symbol, which has the same name in all copies of `ws`. A
 * second upgrade would throw, and an HTTP answer would corrupt the WebSocket.
 */
function hasWebSocket(socket: Duplex): boolean {
  return Object.getOwnPropertySymbols(socket).some(({ description }) => description === 'websocket');
}

function takenBy({ url }: IncomingMessage): string {
  return `PacelineServer: another listener of 'upgrade' has answered ${quoted(url)}; give the option path, so that each path has one listener`;
}

/** Ms in which clients can receive the reason for the end of a connection before it is cut. */
const closeGracePeriod = 500;

function closeAll({ clients }: WebSocketServer): void {
  for (const socket of clients) socket.close(closeCode.goingAway, goingAwayReason);
}

/** Stops a server. Resolves when it and all of its connections are closed. */
async function close(server: Server | WebSocketServer): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
