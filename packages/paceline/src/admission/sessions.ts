import type { IncomingMessage } from 'node:http';
import { EventLoop } from '@doha/loop';
import type { RawData, WebSocket } from 'ws';
import { ErrorReporter } from '../callbacks/error-reporter.ts';
import { guard, type Reporter } from '../callbacks/guard.ts';
import { ServerMemory } from '../memory/server-memory.ts';
import { completeOptions, type EndpointSettings, settingsOf } from '../session/endpoint-options.ts';
import type { Endpoint } from '../session/endpoint.ts';
import { sessionId } from '../session/session-id.ts';
import { Session } from '../session/session.ts';
import { Deadline } from '../timers/deadline.ts';
import type { Channel } from '../transport/channel.ts';
import { closeCode, endsSession } from '../wire/close-code.ts';
import { type ClientHello, readClientHello, type Settings, writeServerHello } from '../wire/hello.ts';
import { answerPings } from './answer-pings.ts';
import { type Admitted, authenticateClient, messageOf } from './authenticate-client.ts';
import { checkSessionsOptions } from './check-sessions-options.ts';
import type { ClientInfo } from './client-info.ts';
import { isInvalidFrame } from './is-invalid-frame.ts';
import { type PendingConnection, PendingConnections, binaryOf } from './pending-connections.ts';
import { PlainHandshakes } from './plain-handshakes.ts';
import { goingAwayReason, Refusals } from './refusals.ts';
import { ServerLink } from './server-link.ts';
import { SessionNames } from './session-names.ts';
import type { SessionsOptions } from './sessions-options.ts';

/** Properties of the sessions that depend on the class of the server. */
export interface SessionsParts {
  /** Name of the server's class, for error messages. */
  readonly what: string;
  /** Returns the application's subprotocol for a new session; '' for none. */
  readonly chooseProtocol: (request: IncomingMessage) => string;
  /**
   * Whether a message that exceeds `maxQueued` or the client's `maxMessageSize` ends the session;
   * otherwise `send` throws.
   */
  readonly endsOnOverflow: boolean;
}

/** The sessions of a server. Each WebSocket that the server has accepted opens a session, or adds a connection to one. */
export class Sessions {
  /** Runs the timers. */
  readonly loop: EventLoop;
  /** Receives errors of the application's callbacks. */
  readonly reporter: Reporter;
  readonly refusals: Refusals;
  readonly memory: ServerMemory;
  readonly plainHandshakes: PlainHandshakes;
  #options: SessionsOptions & SessionsParts;
  #maxConnections: number;
  #maxSessions: number;
  #timeout: number;
  #settings: EndpointSettings;
  #entries: SessionNames<SessionEntry> = new SessionNames();
  #disconnected: Set<SessionEntry> = new Set(); // sessions without a connection, in the order in which they lost it
  #pending: PendingConnections;
  #admission: 'all' | 'resumed' | 'none' = 'all';

  /** Throws a RangeError if an option is out of range, a TypeError if it has the wrong type. */
  constructor(options: SessionsOptions & SessionsParts) {
    const { maxConnections = 6, maxMemory = 2 ** 28, maxSendMemory = 2 ** 30 } = options;
    const { maxSessions = 10_000, timeout = 10_000 } = options;
    checkSessionsOptions(options.what, options);
    this.#options = options;
    this.#maxConnections = maxConnections;
    this.#maxSessions = maxSessions;
    this.#timeout = timeout;
    // This reporter may get an error after the constructor has thrown. Then there is no
    // `this.loop`, so the reporter does not use the clock of the loop.
    this.#settings = completeOptions(options.what, options, new ErrorReporter(options.onError));
    const now = (): number => this.loop.host.now();
    const reporter = new ErrorReporter(options.onError, now);
    this.reporter = reporter;
    this.memory = new ServerMemory({ maxMemory, maxSendMemory, reporter, sessions: () => this.all });
    this.loop = options.loop ?? new EventLoop({ onError: (error) => reporter.reportError(error) });
    this.refusals = new Refusals({ onRefused: options.onRefused, reporter, now });
    const { loop, refusals } = this;
    const { authenticate } = options;
    this.plainHandshakes = new PlainHandshakes({ loop, refusals, reporter, timeout, authenticate });
    this.#pending = new PendingConnections({
      loop,
      refusals,
      timeout,
      admit: (...answer) => this.#admit(...answer),
    });
  }

  /** Maximum size of a received message, in bytes. */
  get maxMessageSize(): number {
    return this.#settings.maxMessageSize;
  }

  get all(): readonly Session[] {
    return [...this.#entries].map(({ session }) => session);
  }

  /**
   * Takes over a WebSocket that was opened with Paceline's subprotocol. `opened` is called with the
   * session if this WebSocket opens a new one.
   */
  accept(
    socket: WebSocket,
    request: IncomingMessage,
    opened: (session: Session, client: ClientInfo) => unknown,
  ): void {
    socket.binaryType = 'arraybuffer';
    socket.on('error', () => {}); // without a listener it would be thrown; 'close' follows
    answerPings(socket);
    const connection = { socket, link: this.#linkOf(socket, request), request, opened };
    if (this.#admission === 'none') this.refusals.refuseClosing(connection);
    else this.#pending.add(connection);
  }

  /** Refuses a WebSocket that was opened with the subprotocol of another version. */
  refuseVersion(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', () => {}); // 'close' follows
    this.refusals.refuseVersion({ link: this.#linkOf(socket, request), request }, socket.protocol);
  }

  #linkOf(socket: WebSocket, request: IncomingMessage): ServerLink {
    return new ServerLink(socket, request, this.loop, this.reporter);
  }

  /** Whether connections are still admitted, if only to resume a session. */
  get admits(): boolean {
    return this.#admission !== 'none';
  }

  /** Admits no connection from now on, and refuses connections that have no session yet. */
  refuse(): void {
    this.#admission = 'none';
    this.#pending.refuse();
    this.plainHandshakes.refuse();
  }

  /**
   * Ends all sessions with the code `goingAway` when all messages have arrived. No new session begins. A session that has lost its connection can resume
   * until it has ended: otherwise its messages could not arrive, and its client would not learn of the end.
   */
  async close(): Promise<void> {
    this.#admission = 'resumed';
    this.plainHandshakes.refuse();
    await Promise.all(
      this.all.map(({ closed, endpoint }) => {
        endpoint.close(closeCode.goingAway, goingAwayReason, Infinity);
        return closed;
      }),
    );
    this.refuse();
  }

  /** Ends all sessions now. */
  terminate(): void {
    for (const { endpoint } of this.all) endpoint.fail(closeCode.goingAway, goingAwayReason);
  }

  async #admit(
    frame: Uint8Array | undefined,
    connection: PendingConnection,
    endPending: () => void,
  ): Promise<void> {
    const { link, request, socket } = connection;
    const hello = frame === undefined ? 'it is a text' : readClientHello(frame);
    if (typeof hello === 'string') return this.refusals.refuseHello(connection, hello, frame);
    const client = { request, credentials: hello.credentials };
    const admitted = await authenticateClient(this.#options.authenticate, client, this.reporter);
    // During `authenticate` the client may have disconnected, its session may have ended, and other
    // clients may have connected. No `await` follows, so the checks below stay valid.
    if (socket.readyState !== socket.OPEN) return;
    if (typeof admitted === 'string')
      return this.refusals.refuse(connection, admitted, { message: messageOf[admitted] });
    const isAdmitted =
      this.#admission === 'all' || (this.#admission === 'resumed' && hello.sessionName !== undefined);
    if (!isAdmitted) return this.refusals.refuseClosing(connection);
    endPending(); // the application may close the server when it gets the session
    try {
      if (hello.sessionName === undefined) this.#begin(hello, connection, admitted);
      else this.#resume(hello.sessionName, connection, admitted);
    } catch (error) {
      link.close(closeCode.internalError, '');
      this.reporter.reportError(error);
    }
  }

  // Called if a callback of the application, such as a controller, has thrown in the middle of a
  // change of the session. The state of the session may be inconsistent, so the session ends.
  #fail({ endpoint }: Session, error: unknown): void {
    endpoint.fail(closeCode.internalError, '');
    this.reporter.reportError(error);
  }

  #begin({ credentials, settings }: ClientHello, connection: PendingConnection, admitted: Admitted): void {
    const { opened, link, request } = connection;
    const protocol = this.#options.chooseProtocol(request);
    if (!this.#makeRoom()) {
      const message = `all of ${this.#maxSessions} sessions are connected`;
      return this.refusals.refuse(connection, 'tooMany', {
        message,
        values: { maxSessions: this.#maxSessions },
      });
    }
    const entry = this.#createSession(settings, protocol, admitted);
    try {
      this.#bind(connection, entry);
    } catch (error) {
      link.close(closeCode.internalError, '');
      return this.#fail(entry.session, error);
    }
    guard(this.reporter, () => opened(entry.session, { request, credentials }));
  }

  #resume(name: Uint8Array, connection: PendingConnection, { identity, user }: Admitted): void {
    const id = sessionId(name);
    const entry = this.#find(name);
    // The connection was to be a standby, and its session has ended meanwhile. The client knows of
    // the end, so the refusal is not reported.
    if (entry === 'ended') return connection.link.close(closeCode.unknownSession, 'the session has ended');
    if (typeof entry === 'string')
      return this.refusals.refuse(connection, entry, {
        message: `there is no session ${id}`,
        values: { session: id },
      });
    if (entry.identity !== identity) {
      const message = `session ${id} was opened by another identity`;
      return this.refusals.refuse(connection, 'otherUser', { message, values: { session: id, user } });
    }
    this.#makeRoomIn(entry.session.endpoint);
    this.#bind(connection, entry);
  }

  // If a server is not clustered and does not know a session, the server has been restarted, or the session has ended. The client need not try again.
  #find(name: Uint8Array): SessionEntry | 'ended' | 'unknownSession' | 'otherServer' {
    const found = this.#entries.find(name, this.loop.host.now());
    if (found === 'otherServer') return this.#options.isClustered === true ? found : 'unknownSession';
    if (typeof found === 'string') return found;
    return found.session.endpoint.isClosed ? 'ended' : found;
  }

  // A new session replaces one without a connection. Otherwise clients that connect and disconnect
  // at once could keep all other clients out.
  #makeRoom(): boolean {
    if (this.#entries.size < this.#maxSessions) return true;
    const [longest] = this.#disconnected;
    if (longest === undefined) return false;
    this.#forget(longest);
    longest.session.endpoint.fail(closeCode.tooMany, 'a new session has replaced this one');
    return true;
  }

  // A new connection replaces a standby. A client whose network has changed makes new connections,
  // while the server still counts the dead ones for more than two heartbeats.
  #makeRoomIn(endpoint: Endpoint): void {
    if (endpoint.channels.size < this.#maxConnections) return;
    let silent: Channel | undefined;
    for (const channel of endpoint.channels)
      if (channel !== endpoint.active && !(channel.lastReceivedAt >= (silent?.lastReceivedAt ?? Infinity)))
        silent = channel;
    if (silent === undefined) return;
    endpoint.unbind(silent);
    silent.link.close(closeCode.replaced, 'a new connection has replaced this one');
  }

  #createSession(peer: Settings, protocol: string, { identity, user }: Admitted): SessionEntry {
    const name = this.#entries.create();
    const session: Session = new Session({
      loop: this.loop,
      reporter: this.reporter,
      name,
      peer,
      own: settingsOf(this.#settings, peer.standbys),
      isClient: false,
      protocol,
      user,
      endsOnOverflow: this.#options.endsOnOverflow,
      ...this.#settings,
      ...this.memory.partsOf(() => session.id),
      channelsChanged: () => this.#watch(entry),
    });
    const deadline = new Deadline(this.loop, () =>
      session.endpoint.fail(closeCode.timeout, 'the client did not come back'),
    );
    const entry = { session, deadline, identity, unlisteners: new Set<() => void>() };
    this.#entries.add(name, entry);
    void this.#forgetWhenClosed(entry);
    return entry;
  }

  #watch(entry: SessionEntry): void {
    const { deadline, session } = entry;
    if (session.isConnected) {
      this.#disconnected.delete(entry);
      deadline.set(Infinity);
    } else {
      this.#disconnected.add(entry);
      deadline.set(this.loop.host.now() + this.#settings.resumeTimeout);
    }
  }

  async #forgetWhenClosed(entry: SessionEntry): Promise<void> {
    await entry.session.closed;
    for (const unlisten of entry.unlisteners) unlisten(); // listeners of a connection that outlives its session would keep the session in memory
    this.#forget(entry);
  }

  #forget(entry: SessionEntry): void {
    entry.deadline.set(Infinity);
    const { name } = entry.session;
    const wasConnected = !this.#disconnected.delete(entry);
    const isEnded = this.#entries.delete(name);
    const now = this.loop.host.now();
    if (isEnded && wasConnected) this.#entries.addEnded(name, now + this.#timeout, now);
  }

  #bind({ link, socket }: PendingConnection, { deadline, unlisteners, session }: SessionEntry): void {
    const { endpoint, name, protocol } = session;
    const settings = settingsOf(this.#settings, this.#maxConnections - 1);
    link.send(writeServerHello({ sessionName: name, settings, protocol }));
    const channel = session.bind(link);
    const received = (data: RawData, isBinary: boolean): void => {
      const frame = binaryOf(data, isBinary);
      if (frame === undefined) return endpoint.fail(closeCode.badFrame, 'invalid frame: it is a text');
      try {
        endpoint.receive(channel, frame);
      } catch (error) {
        this.#fail(session, error);
      }
    };
    const closed = (code: number, reason: Buffer): void => {
      unlisteners.delete(unlisten);
      const isLast = [...endpoint.channels].every((one) => one === channel);
      if (endsSession(code, isLast, endpoint.isClean)) return endpoint.fail(code, reason.toString());
      endpoint.unbind(channel);
      const isPageClosed = code === closeCode.goingAway && !endpoint.isPeerSuspended;
      if (isPageClosed && !session.isConnected && !endpoint.isClosed)
        deadline.set(this.loop.host.now() + Math.min(this.#settings.resumeTimeout, closedPageTimeout));
    };
    const failed = (error: Error): void => {
      if (isInvalidFrame(error)) endpoint.fail(closeCode.badFrame, error.message);
    };
    const unlisten = (): void =>
      void socket.off('message', received).off('error', failed).off('close', closed);
    unlisteners.add(unlisten);
    socket.on('message', received).on('error', failed).once('close', closed);
  }
}

interface SessionEntry {
  readonly session: Session;
  /** Ends the session when it has been without a connection for too long. */
  readonly deadline: Deadline;
  readonly identity: Admitted['identity'];
  /** Functions that remove the listeners of the session from one of its connections. */
  readonly unlisteners: Set<() => void>;
}

/** Ms that a session lasts after its last connection was closed with `goingAway`. Its page was probably closed, but a proxy may have sent that code as well. */
const closedPageTimeout = 2000;
