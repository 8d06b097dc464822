import type { IncomingMessage } from 'node:http';
import { EventLoop } from '@doha/loop';
import type { RawData, WebSocket } from 'ws';
import type { Channel } from '../transport/channel.ts';
import {
  completeOptions,
  type EndpointOptions,
  type EndpointSettings,
  settingsOf,
} from '../session/endpoint-options.ts';
import type { Endpoint } from '../session/endpoint.ts';
import { guard, type Reporter } from '../callbacks/guard.ts';
import { Session } from '../session/session.ts';
import { closeCode, endsSession } from '../wire/close-code.ts';
import { sessionId } from '../session/session-id.ts';
import { type ClientHello, readClientHello, type Settings, writeServerHello } from '../wire/hello.ts';
import { type PendingConnection, PendingConnections, binaryOf } from './pending-connections.ts';
import { type Admitted, type Authenticate, authenticateClient, messageOf } from './authenticate-client.ts';
import { checkSessionsOptions } from './check-sessions-options.ts';
import type { ClientInfo } from './client-info.ts';
import { Deadline } from '../timers/deadline.ts';
import { ErrorReporter, type OnError } from '../callbacks/error-reporter.ts';
import { PlainHandshakes } from './plain-handshakes.ts';
import type { OnRefused } from './refusal.ts';
import { goesAway, Refusals } from './refusals.ts';
import { ServerLink } from './server-link.ts';
import { ServerMemory } from './server-memory.ts';
import { SessionNames } from './session-names.ts';

export interface SessionsOptions extends EndpointOptions {
  /**
   * Returns, or resolves to, who a client is: an identity, `true` for a client without one, or `false`, null or undefined for a client that is
   * refused. Called for each connection, also for each plain WebSocket, before its handshake is answered. A session accepts further connections only of the
   * identity that opened it, see `Session.user`. If it throws or rejects, `onError` is called and the client is refused for the moment: a client that
   * resumes its session tries again, for up to `resumeTimeout`. Default: all clients are let in.
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Receives each refusal, with its reason and the values that were compared. Default: a line on the console, at most one a second for each reason, except
   * for sessions that are over and while the server is closing.
   */
  readonly onRefused?: OnRefused | undefined;
  /** Sessions at one time; default 10,000. Where there are as many, the one that has been without a connection longest makes way for a new one. */
  readonly maxSessions?: number | undefined;
  /** Connections of one session at one time, from 2 to 64; default 6. A new one takes the place of the one from which nothing has come longest. */
  readonly maxConnections?: number | undefined;
  /**
   * Bytes of memory that all sessions together may hold for their clients: incomplete and unread messages with 512 bytes for each, streams that are
   * open or have unread messages with 2,048 bytes and the label for each, and control records that the client has not acknowledged with 128 bytes for each; from 2^20 to 2^40, default 256 MiB. A text of
   * other characters than ASCII takes two bytes for each. Unread messages of sessions that have ended count until they are read, or the application has
   * no reference to them. Beyond that they are dropped, of the session that ended first, first. If that does not suffice, the session that holds most is ended with
   * the code `overflow`, and its unread messages are dropped; what a session without a connection holds counts eight times. `onError` gets a RangeError
   * for each.
   */
  readonly maxMemory?: number | undefined;
  /**
   * Bytes of memory that messages of all sessions may take which wait to be sent or acknowledged, with 512 bytes for each; from 2^20 to 2^40, default 1 GiB.
   * Each `send` copies its data, so what is sent to many clients counts for each of them. Sessions beyond that are ended as with `maxMemory`, but their
   * unread messages are kept.
   */
  readonly maxSendMemory?: number | undefined;
  /** Ms until a client must have sent its hello, and `authenticate` must have answered; default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * Whether other servers have the same address, so that a client may reach one that does not have its session. It tries again then, up to `resumeTimeout` ms.
   * Default: false; a client whose session is unknown, as after a restart of the server, learns that its session is lost.
   */
  readonly isClustered?: boolean | undefined;
  /** Where timers run; default: a loop of its own. */
  readonly loop?: EventLoop | undefined;
  /** Receives what callbacks and listeners of the application throw, or reject with, see {@link OnError}. Default: console.error. The server goes on. */
  readonly onError?: OnError | undefined;
}

/** What else a server says of its sessions. */
export interface SessionsParts {
  /** Class of the server, for errors. */
  readonly what: string;
  /** The application's subprotocol of a new session; empty: none. */
  readonly choose: (request: IncomingMessage) => string;
  /** Whether a session ends that is sent more than its client takes; else `send` throws. */
  readonly endsOnOverflow: boolean;
}

/** The sessions of a server: clients greet by WebSockets that somebody else accepts, and begin a session, or add a connection to one. */
export class Sessions {
  /** Where its timers run. */
  readonly loop: EventLoop;
  /** Receives what callbacks of the application throw. */
  readonly reporter: Reporter;
  readonly refusals: Refusals;
  readonly memory: ServerMemory;
  readonly plainHandshakes: PlainHandshakes;
  #options: SessionsOptions & SessionsParts;
  #maxConnections: number;
  #maxSessions: number;
  #timeout: number;
  #ends: EndpointSettings;
  #kept: SessionNames<Kept> = new SessionNames();
  #left: Set<Kept> = new Set(); // those without a connection, the longest first
  #pending: PendingConnections;
  #admits: 'all' | 'resumed' | 'none' = 'all';

  /** Throws a RangeError if an option is out of its range, a TypeError if it is of a wrong kind. */
  constructor(options: SessionsOptions & SessionsParts) {
    const { maxConnections = 6, maxMemory = 2 ** 28, maxSendMemory = 2 ** 30 } = options;
    const { maxSessions = 10_000, timeout = 10_000 } = options;
    checkSessionsOptions(options.what, options);
    this.#options = options;
    this.#maxConnections = maxConnections;
    this.#maxSessions = maxSessions;
    this.#timeout = timeout;
    // It may be told after this has thrown, so it cannot use the clock of the loop.
    this.#ends = completeOptions(options.what, options, new ErrorReporter(options.onError));
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
      admit: (frame, arrival) => this.#admit(frame, arrival),
    });
  }

  /** Bytes of the longest message that is received. */
  get maxMessageSize(): number {
    return this.#ends.maxMessageSize;
  }

  get all(): readonly Session[] {
    return [...this.#kept].map(({ session }) => session);
  }

  /** A WebSocket with our subprotocol has been opened. `begun` is called with the session if it begins one. */
  accept(
    socket: WebSocket,
    request: IncomingMessage,
    begun: (session: Session, client: ClientInfo) => unknown,
  ): void {
    socket.binaryType = 'arraybuffer';
    socket.on('error', () => {}); // 'close' comes after it
    socket.on('ping', (data) => answerPing(socket, data));
    const arrival = { socket, link: this.#linkOf(socket), request, begun };
    if (this.#admits === 'none') this.refusals.refuseClosing(arrival);
    else this.#pending.add(arrival);
  }

  /** A WebSocket with the subprotocol of another version has been opened. */
  refuseVersion(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', () => {}); // 'close' comes after it
    this.refusals.refuseVersion({ link: this.#linkOf(socket), request }, socket.protocol);
  }

  #linkOf(socket: WebSocket): ServerLink {
    return new ServerLink(socket, this.loop, this.reporter);
  }

  /** Whether a connection may still be admitted, if only one of a session that is open. */
  get admits(): boolean {
    return this.#admits !== 'none';
  }

  /** Admits no connection any more, and refuses those that belong to no session yet. */
  refuse(): void {
    this.#admits = 'none';
    this.#pending.refuse();
    this.plainHandshakes.refuse();
  }

  /**
   * Ends all sessions with the code `goingAway` when all that was sent has come. No new session begins. A session that has lost its connection can resume
   * until it has ended: otherwise its messages could not arrive, and its client would not learn of the end.
   */
  async close(): Promise<void> {
    this.#admits = 'resumed';
    this.plainHandshakes.refuse();
    await Promise.all(
      this.all.map(({ closed, endpoint }) => {
        endpoint.close(closeCode.goingAway, goesAway, Infinity);
        return closed;
      }),
    );
    this.refuse();
  }

  /** Ends all sessions now. */
  terminate(): void {
    for (const { endpoint } of this.all) endpoint.fail(closeCode.goingAway, goesAway);
  }

  async #admit(frame: Uint8Array | undefined, arrival: PendingConnection): Promise<void> {
    const { link, request, socket } = arrival;
    const hello = frame === undefined ? 'it is a text' : readClientHello(frame);
    if (typeof hello === 'string') return this.refusals.refuseHello(arrival, hello, frame);
    const client = { request, credentials: hello.credentials };
    const admitted = await authenticateClient(this.#options.authenticate, client, this.reporter);
    // From here on all is done in one turn: meanwhile the client may have gone, its session have ended, and others have come.
    if (socket.readyState !== socket.OPEN) return;
    if (typeof admitted === 'string')
      return this.refusals.refuse(arrival, admitted, { message: messageOf[admitted] });
    const isAdmitted = this.#admits === 'all' || (this.#admits === 'resumed' && hello.session !== undefined);
    if (!isAdmitted) return this.refusals.refuseClosing(arrival);
    try {
      if (hello.session === undefined) this.#begin(hello, arrival, admitted);
      else this.#resume(hello.session, arrival, admitted);
    } catch (error) {
      link.close(closeCode.internalError, '');
      this.reporter.reportError(error);
    }
  }

  // What the application has given, such as a controller, has failed in the middle of a change of the session.
  #fail({ endpoint }: Session, error: unknown): void {
    endpoint.fail(closeCode.internalError, '');
    this.reporter.reportError(error);
  }

  #begin({ credentials, settings }: ClientHello, arrival: PendingConnection, admitted: Admitted): void {
    const { begun, link, request } = arrival;
    const protocol = this.#options.choose(request);
    if (!this.#makeRoom()) {
      const message = `all of ${this.#maxSessions} sessions are connected`;
      return this.refusals.refuse(arrival, 'tooMany', {
        message,
        values: { maxSessions: this.#maxSessions },
      });
    }
    const kept = this.#createSession(settings, protocol, admitted);
    try {
      this.#bind(arrival, kept);
    } catch (error) {
      link.close(closeCode.internalError, '');
      return this.#fail(kept.session, error);
    }
    guard(this.reporter, () => begun(kept.session, { request, credentials }));
  }

  #resume(name: Uint8Array, arrival: PendingConnection, { identity, user }: Admitted): void {
    const id = sessionId(name);
    const kept = this.#find(name);
    // A standby that was on its way when its session ended, which its client knows.
    if (kept === 'ended') return arrival.link.close(closeCode.unknownSession, 'the session has ended');
    if (typeof kept === 'string')
      return this.refusals.refuse(arrival, kept, {
        message: `there is no session ${id}`,
        values: { session: id },
      });
    if (kept.identity !== identity) {
      const message = `session ${id} was opened by another identity`;
      return this.refusals.refuse(arrival, 'otherUser', { message, values: { session: id, user } });
    }
    this.#makeRoomIn(kept.session.endpoint);
    this.#bind(arrival, kept);
  }

  // A single server that does not know a session has been restarted, or the session has ended: the client need not try again.
  #find(name: Uint8Array): Kept | 'ended' | 'unknownSession' | 'otherServer' {
    const found = this.#kept.find(name, this.loop.host.now());
    if (found === 'otherServer') return this.#options.isClustered === true ? found : 'unknownSession';
    if (typeof found === 'string') return found;
    return found.session.endpoint.isClosed ? 'ended' : found;
  }

  // Else those who come and leave at once would keep all others out.
  #makeRoom(): boolean {
    if (this.#kept.size < this.#maxSessions) return true;
    const [longest] = this.#left;
    if (longest === undefined) return false;
    this.#forget(longest);
    longest.session.endpoint.fail(closeCode.tooMany, 'a new session has taken its place');
    return true;
  }

  // A client whose network has changed has new connections, while the old ones look alive from here until two heartbeats are over.
  #makeRoomIn(endpoint: Endpoint): void {
    if (endpoint.channels.size < this.#maxConnections) return;
    let silent: Channel | undefined;
    for (const channel of endpoint.channels)
      if (channel !== endpoint.active && !(channel.lastReceivedAt >= (silent?.lastReceivedAt ?? Infinity)))
        silent = channel;
    if (silent === undefined) return;
    endpoint.unbind(silent);
    silent.link.close(closeCode.replaced, 'a new connection has taken its place');
  }

  #createSession(peer: Settings, protocol: string, { identity, user }: Admitted): Kept {
    const name = this.#kept.create();
    const session: Session = new Session({
      loop: this.loop,
      reporter: this.reporter,
      name,
      peer,
      own: settingsOf(this.#ends, peer.standbys),
      isClient: false,
      protocol,
      user,
      endsOnOverflow: this.#options.endsOnOverflow,
      ...this.#ends,
      ...this.memory.partsOf(() => session.id),
      channelsChanged: () => this.#watch(kept),
    });
    const giveUp = new Deadline(this.loop, () =>
      session.endpoint.fail(closeCode.timeout, 'the client did not come back'),
    );
    const kept = { session, giveUp, identity, listening: new Set<() => void>() };
    this.#kept.add(name, kept);
    void this.#forgetWhenClosed(kept);
    return kept;
  }

  #watch(kept: Kept): void {
    const { giveUp, session } = kept;
    if (session.isConnected) {
      this.#left.delete(kept);
      giveUp.set(Infinity);
    } else {
      this.#left.add(kept);
      giveUp.set(this.loop.host.now() + this.#ends.resumeTimeout);
    }
  }

  async #forgetWhenClosed(kept: Kept): Promise<void> {
    await kept.session.closed;
    for (const unlisten of kept.listening) unlisten(); // a connection may outlive its session, and must not keep it in memory
    this.#forget(kept);
  }

  #forget(kept: Kept): void {
    kept.giveUp.set(Infinity);
    const { name } = kept.session;
    const wasConnected = !this.#left.delete(kept);
    const isEnded = this.#kept.delete(name);
    const now = this.loop.host.now();
    if (isEnded && wasConnected) this.#kept.keepEnded(name, now + this.#timeout, now);
  }

  #bind({ link, socket }: PendingConnection, { giveUp, listening, session }: Kept): void {
    const { endpoint, name, protocol } = session;
    const settings = settingsOf(this.#ends, this.#maxConnections - 1);
    link.send(writeServerHello({ session: name, settings, protocol }));
    const channel = session.bind(link);
    const received = (data: RawData, isBinary: boolean): void => {
      const frame = binaryOf(data, isBinary);
      if (frame === undefined) return endpoint.fail(closeCode.badFrame, 'a frame is a text');
      try {
        endpoint.receive(channel, frame);
      } catch (error) {
        this.#fail(session, error);
      }
    };
    const closed = (code: number, reason: Buffer): void => {
      listening.delete(unlisten);
      const isLast = [...endpoint.channels].every((one) => one === channel);
      if (endsSession(code, isLast, endpoint.isClean)) return endpoint.fail(code, reason.toString());
      endpoint.unbind(channel);
      const isLeft = code === closeCode.goingAway && !endpoint.isPeerSuspended;
      if (isLeft && !session.isConnected && !endpoint.isClosed)
        giveUp.set(this.loop.host.now() + Math.min(this.#ends.resumeTimeout, keptWhenLeft));
    };
    const unlisten = (): void => void socket.off('message', received).off('close', closed);
    listening.add(unlisten);
    socket.on('message', received).once('close', closed);
  }
}

/** `ws` would answer each ping of a client that reads nothing. */
function answerPing(socket: WebSocket, data: Buffer): void {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxPongs) socket.pong(data);
}

/** Bytes that may wait in a connection for a pong to be sent. */
const maxPongs = 2 ** 16;

/** A session, and what ends it when it has been without a connection for too long. */
interface Kept {
  readonly session: Session;
  readonly giveUp: Deadline;
  readonly identity: Admitted['identity'];
  /** Each removes the listeners of the session from one of its connections. */
  readonly listening: Set<() => void>;
}

/** Ms for which a session is kept that was left as pages are: they hardly come back, but a proxy may have said so. */
const keptWhenLeft = 2000;
