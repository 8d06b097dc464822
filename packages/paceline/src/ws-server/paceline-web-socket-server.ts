import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { checkCallback, checkOptions, withDefaults } from '@doha/loop/options';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { checkSessionsOptions, sessionsOptionNames } from '../admission/check-sessions-options.ts';
import { goingAwayReason } from '../admission/refusals.ts';
import { Sessions } from '../admission/sessions.ts';
import type { SessionsOptions } from '../admission/sessions-options.ts';
import { plainVerifier } from '../admission/verify-plain.ts';
import { emitGuarded } from '../callbacks/emit-guarded.ts';
import { ErrorReporter } from '../callbacks/error-reporter.ts';
import { guard, type Reporter } from '../callbacks/guard.ts';
import { guardedSocket } from '../callbacks/guarded-socket.ts';
import { checkSocketClass } from '../client/check-socket-class.ts';
import { checkListening } from '../server/check-listening.ts';
import { maxChunksOfSession, maxFragmentsOfSession } from '../server/max-fragments.ts';
import { choosePaceline, isOtherVersion, offeredProtocols } from '../server/offered-protocols.ts';
import { completeOptions, maxMessageSizeLimit } from '../session/endpoint-options.ts';
import type { Session } from '../session/session.ts';
import { minSettings } from '../wire/hello.ts';
import { firstDecoy, lastDecoy, maxFrameSize, protocol } from '../wire/layout.ts';
import { quoted } from '../wire/quoted.ts';
import { guardedHooks } from './guarded-hooks.ts';
import { SessionSocket, type SessionSocketOptions } from './session-socket.ts';

export interface PacelineWebSocketOptions extends SessionsOptions, Pick<SessionSocketOptions, 'classify'> {}

const presetNames: readonly (keyof PacelineWebSocketOptions)[] = [...sessionsOptionNames, 'classify'];

function checkPreset(what: string, preset: PacelineWebSocketOptions): void {
  checkOptions(what, preset, presetNames);
  checkSessionsOptions(what, preset);
  completeOptions(what, preset, new ErrorReporter(preset.onError));
  if (preset.classify !== undefined) checkCallback(`${what}: classify`, preset.classify);
}

type Opened = (socket: WebSocket, request: IncomingMessage) => void;

/**
 * A WebSocketServer of `ws` for programs that cannot be changed. Each session of a client that speaks Paceline is one {@link SessionSocket}, whatever its number
 * of connections. Other clients get the WebSocket of `ws`. Clients are admitted as with `ws`.
 */
export class PacelineWebSocketServer extends WebSocketServer {
  #classify: SessionSocketOptions['classify'];
  #pacelineServer: WebSocketServer;
  #sessions: Sessions;
  #isClosing = false;
  #reporter: Reporter;
  #unwatchLoop: () => void;

  /**
   * A subclass with these options, for programs that take a class and give it options of `ws` only. Throws a RangeError if an option is out of range, and a
   * TypeError if it has the wrong type.
   */
  static with(preset: PacelineWebSocketOptions): typeof PacelineWebSocketServer {
    checkPreset('PacelineWebSocketServer.with', preset);
    return class extends PacelineWebSocketServer {
      constructor(options: ServerOptions & PacelineWebSocketOptions = {}, listening?: () => void) {
        super(withDefaults(preset, options), listening);
      }
    };
  }

  /** Throws as `ws` does, a RangeError if an option of Paceline is out of range, and a TypeError if it has the wrong type. */
  constructor(options: ServerOptions & PacelineWebSocketOptions = {}, listening?: () => void) {
    const given = withDefaults({ WebSocket }, options);
    checkSocketClass('PacelineWebSocketServer: WebSocket', given.WebSocket);
    if (given.classify !== undefined) checkCallback('PacelineWebSocketServer: classify', given.classify);
    checkListening('PacelineWebSocketServer', {
      port: given.port ?? undefined, // to `ws`, null is absent, too
      server: given.server ?? undefined,
    });
    // Before `super`, which begins to listen: invalid options must be found by then.
    const sessions = new Sessions({
      maxMessageSize: maxMessageSizeFor(given.maxPayload ?? maxPayloadOfWs),
      ...given,
      what: 'PacelineWebSocketServer',
      chooseProtocol: (request) => chooseProtocol(request, hooks.handleProtocols),
      endsOnOverflow: false, // sockets emit an 'error', as those of ws
    });
    const { refusals, reporter } = sessions;
    const hooks = guardedHooks(given, reporter, (request) =>
      refusals.report({
        reason: 'verifyClient',
        message: 'verifyClient has refused the client',
        values: {},
        request,
      }),
    );
    const { verifyClient } = hooks;
    const { plainHandshakes } = sessions;
    const verifyPlainClient = plainVerifier(verifyClient, (...args) => plainHandshakes.authenticate(...args));
    const whenListening = listening && (() => guard(reporter, listening));
    super(
      {
        ...given,
        ...hooks,
        ...(given.authenticate && { verifyClient: verifyPlainClient }),
        WebSocket: guardedSocket(given.WebSocket, reporter),
      },
      whenListening,
    );
    this.#reporter = reporter;
    this.#classify = given.classify;
    this.#sessions = sessions;
    this.#pacelineServer = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      autoPong: false,
      maxPayload: maxFrameSize,
      maxFragments: maxFragmentsOfSession,
      maxBufferedChunks: maxChunksOfSession,
      handleProtocols: choosePaceline,
      ...(verifyClient && { verifyClient }),
    });
    this.#pacelineServer.shouldHandle = (request) => this.shouldHandle(request);
    this.#pacelineServer.on('headers', (headers, request) => this.emit('headers', headers, request));
    this.#unwatchLoop = sessions.loop.whenDisposed(() => {
      for (const session of sessions.all) session.terminate();
      this.close();
    });
  }

  /** The open sessions, one for each client that speaks Paceline. */
  get sessions(): readonly Session[] {
    return this.#sessions.all;
  }

  /**
   * Calls `callback` with each plain WebSocket, and with one {@link SessionSocket} for each new
   * session.
   */
  override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, callback: Opened): void {
    this.#upgrade(request, socket, head, callback);
    // If the socket was ended, `ws` has refused the request by itself, without an event.
    if (socket.writableEnded && !this.#sessions.refusals.hasReported(request)) this.#reportAborted(request);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, callback: Opened): void {
    const opened: Opened = (plain) => guard(this.#reporter, () => callback(plain, request));
    const offered = offeredProtocols(request);
    const isPlain =
      offered.length === 0 || offered.some((name) => name !== protocol && !isOtherVersion(name));
    if (isPlain && !offered.includes(protocol)) return super.handleUpgrade(request, socket, head, opened);
    this.#forwardClientErrors();
    this.#pacelineServer.handleUpgrade(request, socket, head, (connection) => {
      if (connection.protocol !== protocol) return this.#sessions.refuseVersion(connection, request);
      this.#sessions.accept(connection, request, (session) => opened(this.#track(session, request), request));
    });
  }

  #reportAborted(request: IncomingMessage): void {
    const { refusals } = this.#sessions;
    const message = 'the upgrade request is no valid WebSocket handshake';
    if (this.#isClosing)
      refusals.report({ reason: 'closing', message: goingAwayReason, values: {}, request });
    else refusals.report({ reason: 'handshake', message, values: {}, request });
  }

  override shouldHandle(request: IncomingMessage): boolean | Promise<boolean> {
    const isHandled = super.shouldHandle(request);
    const { path } = this.options;
    const message = `the path must be ${path}, got ${quoted(request.url)}`;
    if (isHandled === false)
      this.#sessions.refusals.report({
        reason: 'path',
        message,
        values: { path, url: request.url },
        request,
      });
    return isHandled;
  }

  /** Emits an event. Errors of listeners are reported. An 'error' without a listener is thrown as by `ws`: the server cannot listen. */
  override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
    if (type === 'error' && this.listenerCount(type) === 0) return super.emit(type, ...args);
    return emitGuarded(this, this.#reporter, type, args);
  }

  override close(callback?: (error?: Error) => void): void {
    this.#isClosing = true;
    this.#unwatchLoop();
    this.#sessions.refuse();
    this.#pacelineServer.close();
    super.close(callback && ((error) => guard(this.#reporter, () => callback(error))));
  }

  // The listener is added only if the application has one: without a listener `ws` answers by
  // itself.
  #forwardClientErrors(): void {
    this.#pacelineServer.removeAllListeners('wsClientError');
    if (this.listenerCount('wsClientError') === 0) return;
    this.#pacelineServer.on('wsClientError', (...args) => this.emit('wsClientError', ...args));
  }

  #track(session: Session, request: IncomingMessage): WebSocket {
    const { maxPayload = 0 } = this.options;
    const classify = this.#classify;
    const tracked = new SessionSocket(session, request, { maxPayload, ...(classify && { classify }) });
    const socket = tracked as unknown as WebSocket;
    if (this.options.clientTracking) {
      this.clients.add(socket);
      tracked.once('close', () => this.#forget(socket));
    }
    return socket;
  }

  // Emits 'close' after the last client of a closing server. With a port of its own, `ws` does that
  // when all connections have ended. Otherwise `ws` knows only its own clients, and no sessions.
  #forget(socket: WebSocket): void {
    this.clients.delete(socket);
    const { noServer, server } = this.options;
    if (!this.#isClosing || this.clients.size > 0 || (!noServer && !server)) return;
    process.nextTick(() => this.#emitClose()); // after the listeners of the socket
  }

  #emitClose(): void {
    Object.assign(this, { _state: closed }); // as `ws` does, or a later close would not call back
    this.emit('close');
  }
}

/** The subprotocol of the application for a new session; empty: none. */
function chooseProtocol(request: IncomingMessage, handleProtocols: ServerOptions['handleProtocols']): string {
  const offered = offeredProtocols(request).filter((name) => name !== protocol && name !== lastDecoy);
  if (offered.length === 0 || (offered.length === 1 && offered[0] === firstDecoy)) return '';
  return (handleProtocols ? handleProtocols(new Set(offered), request) : offered[0]) || '';
}

/** The default of `maxPayload` of `ws`, in bytes. */
const maxPayloadOfWs = 100 * 2 ** 20;

/** The `_state` of a server of `ws` that is closed. */
const closed = 2;

/** The session's limit for `maxPayload`. It is at least that of `minSettings`; the socket enforces a smaller one. In `ws` 0 means no limit. */
function maxMessageSizeFor(maxPayload = 0): number {
  return maxPayload === 0
    ? maxMessageSizeLimit
    : Math.min(maxMessageSizeLimit, Math.max(maxPayload, minSettings.maxMessageSize));
}
