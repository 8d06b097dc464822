import type { IncomingMessage } from 'node:http';
import { EventLoop } from '@doha/loop';
import type { RawData, WebSocket } from 'ws';
import { Alarm } from '../session/alarm.ts';
import type { Channel } from '../session/channel.ts';
import { complete, type EndOptions, type Ends, settingsOf } from '../session/defaults.ts';
import type { Engine } from '../session/engine.ts';
import { guard, type Reporter } from '../session/guard.ts';
import { checkFunction, checkLoop, checkWhole } from '../session/check-option.ts';
import { Session } from '../session/session.ts';
import { frameOf } from '../session/socket-link.ts';
import { closeCode, endsSession } from '../wire/close-code.ts';
import { type Greeting, readGreeting, type Settings, writeWelcome } from '../wire/greeting.ts';
import { ErrorReporter, type OnError } from './error-reporter.ts';
import { ServerLink } from './server-link.ts';
import { SessionNames } from './session-names.ts';

/** Who asks to be let in. */
export interface Visitor {
  readonly request: IncomingMessage;
  /** What the client gave as `credentials`. */
  readonly credentials: string;
}

export interface SessionsOptions extends EndOptions {
  /** Whether a client is let in, which needs a `true`; asked for each connection before it is bound. Default: all are. */
  readonly authenticate?: (visitor: Visitor) => boolean | Promise<boolean>;
  /** Sessions at one time; default 10,000. Where there are as many, the one that has been without a connection longest makes way for a new one. */
  readonly mostSessions?: number;
  /** Connections of one session at one time, from 2 to 64; default 6. A new one takes the place of the one from which nothing has come longest. */
  readonly mostConnections?: number;
  /** Ms until a client must have greeted, and been let in; default 10,000. */
  readonly timeout?: number;
  /** Where timers run; default: a loop of its own. */
  readonly loop?: EventLoop;
  /** Receives what callbacks and listeners of the application throw, or reject with. Default: console.error. The server goes on. */
  readonly onError?: OnError;
}

/** What else a server says of its sessions. */
export interface SessionsParts {
  /** The application's subprotocol of a new session; empty: none. */
  readonly choose: (request: IncomingMessage) => string;
  /** Whether a session ends that is sent more than its client takes; else `send` throws. */
  readonly endsOnOverflow: boolean;
}

/** A WebSocket that speaks Paceline, and what is called with its session if it begins one. */
interface Arrival {
  readonly socket: WebSocket;
  readonly link: ServerLink;
  readonly request: IncomingMessage;
  readonly begun: (session: Session, visitor: Visitor) => void;
}

/** The sessions of a server: clients greet by WebSockets that somebody else accepts, and begin a session, or add a connection to one. */
export class Sessions {
  /** Where its timers run. */
  readonly loop: EventLoop;
  /** Receives what callbacks of the application throw. */
  readonly reporter: Reporter;
  #options: SessionsOptions & SessionsParts;
  #mostConnections: number;
  #mostSessions: number;
  #timeout: number;
  #ends: Ends;
  #kept: SessionNames<Kept> = new SessionNames();
  #left: Set<Kept> = new Set(); // those without a connection, the longest first
  #isClosing = false;

  /** Throws a RangeError if an option is out of its range, a TypeError if it is of a wrong kind. */
  constructor(options: SessionsOptions & SessionsParts) {
    const { mostConnections = 6, mostSessions = 10_000, timeout = 10_000 } = options;
    checkLoop('loop', options.loop);
    checkFunction('authenticate', options.authenticate);
    checkFunction('onError', options.onError);
    checkWhole('mostSessions', mostSessions, 1, 2 ** 31);
    checkWhole('mostConnections', mostConnections, 2, 64);
    checkWhole('timeout', timeout, 1, 2 ** 31);
    this.#options = options;
    this.#mostConnections = mostConnections;
    this.#mostSessions = mostSessions;
    this.#timeout = timeout;
    this.#ends = complete(options);
    const reporter = new ErrorReporter(options.onError);
    this.reporter = reporter;
    this.loop = options.loop ?? new EventLoop({ onError: (error) => reporter.reportError(error) });
  }

  get all(): readonly Session[] {
    return [...this.#kept].map(({ session }) => session);
  }

  /** A WebSocket with our subprotocol has been opened. `begun` is called with the session if it begins one. */
  accept(
    socket: WebSocket,
    request: IncomingMessage,
    begun: (session: Session, visitor: Visitor) => void,
  ): void {
    socket.binaryType = 'arraybuffer';
    socket.on('error', () => {}); // 'close' comes after it
    const link = new ServerLink(socket);
    if (this.#isClosing) return link.close(closeCode.goingAway, goesAway);
    let missing = 'no greeting';
    const giveUp = (): void => link.close(closeCode.timeout, `${missing} came in time`);
    const late = new Alarm(this.loop, giveUp);
    late.set(this.loop.host.now() + this.#timeout);
    socket.once('close', () => late.set(Infinity));
    const greet = async (frame: Uint8Array | undefined): Promise<void> => {
      missing = 'no answer of authenticate';
      const greeting = frame === undefined ? 'it is a text' : readGreeting(frame);
      await this.#admit(greeting, { socket, link, request, begun });
      late.set(Infinity);
    };
    socket.once('message', (data, isBinary) => void greet(binaryOf(data, isBinary)));
  }

  /** Lets nobody in any more. */
  refuse(): void {
    this.#isClosing = true;
  }

  /** Lets nobody in any more, and ends all sessions when all that was sent has come. */
  async close(): Promise<void> {
    this.refuse();
    await Promise.all(this.all.map((session) => session.close()));
  }

  /** Ends all sessions now. */
  terminate(): void {
    for (const { engine } of this.all) engine.fail(closeCode.goingAway, goesAway);
  }

  async #admit(greeting: Greeting | string, arrival: Arrival): Promise<void> {
    const { link, request, socket } = arrival;
    if (typeof greeting === 'string')
      return link.close(closeCode.badFrame, `the greeting is bad: ${greeting}`);
    const isLetIn = await this.#isLetIn({ request, credentials: greeting.credentials });
    // From here on all is done in one turn: meanwhile the client may have gone, its session have ended, and others have come.
    if (socket.readyState !== socket.OPEN) return;
    if (!isLetIn) return link.close(closeCode.notAuthenticated, 'notAuthenticated');
    if (this.#isClosing) return link.close(closeCode.goingAway, goesAway);
    try {
      if (greeting.session === undefined) this.#begin(greeting, arrival);
      else this.#resume(greeting.session, arrival);
    } catch (error) {
      link.close(internalError, '');
      this.reporter.reportError(error);
    }
  }

  // What the application has given, such as a controller, has failed in the middle of a change of the session.
  #fail({ engine }: Session, error: unknown): void {
    engine.fail(internalError, '');
    this.reporter.reportError(error);
  }

  async #isLetIn(visitor: Visitor): Promise<boolean> {
    const { authenticate } = this.#options;
    if (authenticate === undefined) return true;
    try {
      const answer: unknown = await authenticate(visitor);
      return answer === true;
    } catch (error) {
      this.reporter.reportError(error);
      return false;
    }
  }

  #begin({ credentials, settings }: Greeting, arrival: Arrival): void {
    const { begun, link, request } = arrival;
    const protocol = this.#options.choose(request);
    if (!this.#makeRoom()) return link.close(closeCode.tooMany, 'tooMany');
    const kept = this.#keep(settings, protocol);
    try {
      this.#bind(arrival, kept);
    } catch (error) {
      link.close(internalError, '');
      return this.#fail(kept.session, error);
    }
    guard(this.reporter, () => begun(kept.session, { request, credentials }));
  }

  #resume(name: Uint8Array, arrival: Arrival): void {
    const found = this.#kept.find(name);
    const refusal = typeof found !== 'string' && found.session.engine.isClosed ? 'unknownSession' : found;
    if (typeof refusal === 'string') return arrival.link.close(closeCode[refusal], refusal);
    this.#makeRoomIn(refusal.session.engine);
    this.#bind(arrival, refusal);
  }

  // Else those who come and leave at once would keep all others out.
  #makeRoom(): boolean {
    if (this.#kept.size < this.#mostSessions) return true;
    const [longest] = this.#left;
    if (longest === undefined) return false;
    this.#forget(longest);
    longest.session.engine.fail(closeCode.tooMany, 'a new session has taken its place');
    return true;
  }

  // A client whose network has changed has new connections, while the old ones look alive from here until two heartbeats are over.
  #makeRoomIn(engine: Engine): void {
    if (engine.channels.size < this.#mostConnections) return;
    let silent: Channel | undefined;
    for (const channel of engine.channels)
      if (channel !== engine.active && !(channel.heardAt >= (silent?.heardAt ?? Infinity))) silent = channel;
    if (silent === undefined) return;
    engine.unbind(silent);
    silent.link.close(closeCode.replaced, 'a new connection has taken its place');
  }

  #keep(peer: Settings, protocol: string): Kept {
    const name = this.#kept.create();
    const session: Session = new Session({
      loop: this.loop,
      reporter: this.reporter,
      name,
      peer,
      own: settingsOf(this.#ends, peer.standbys),
      isClient: false,
      protocol,
      endsOnOverflow: this.#options.endsOnOverflow,
      ...this.#ends,
      channelsChanged: () => this.#watch(kept),
    });
    const giveUp = new Alarm(this.loop, () =>
      session.engine.fail(closeCode.timeout, 'the client did not come back'),
    );
    const kept = { session, giveUp };
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
      giveUp.set(this.loop.host.now() + this.#ends.keep);
    }
  }

  async #forgetWhenClosed(kept: Kept): Promise<void> {
    await kept.session.closed;
    this.#forget(kept);
  }

  #forget(kept: Kept): void {
    kept.giveUp.set(Infinity);
    this.#left.delete(kept);
    this.#kept.delete(kept.session.name);
  }

  #bind({ link, socket }: Arrival, { giveUp, session }: Kept): void {
    const { engine, name, protocol } = session;
    const settings = settingsOf(this.#ends, this.#mostConnections - 1);
    link.send(writeWelcome({ session: name, settings, protocol }));
    const channel = session.bind(link);
    socket.on('message', (data, isBinary) => {
      const frame = binaryOf(data, isBinary);
      if (frame === undefined) return engine.fail(closeCode.badFrame, 'a frame is a text');
      try {
        engine.receive(channel, frame);
      } catch (error) {
        this.#fail(session, error);
      }
    });
    socket.once('close', (code, reason) => {
      const isLast = [...engine.channels].every((one) => one === channel);
      if (endsSession(code, isLast)) return engine.fail(code, reason.toString());
      engine.unbind(channel);
      const isLeft = code === closeCode.goingAway && !session.isConnected && !engine.isClosed;
      if (isLeft) giveUp.set(this.loop.host.now() + Math.min(this.#ends.keep, keptWhenLeft));
    });
  }
}

/** A frame; undefined: it was a text, of which `ws` tells the bytes, too. */
function binaryOf(data: RawData, isBinary: boolean): Uint8Array | undefined {
  return isBinary ? frameOf(data) : undefined;
}

/** A session, and what ends it when it has been without a connection for too long. */
interface Kept {
  readonly session: Session;
  readonly giveUp: Alarm;
}

/** Ms for which a session is kept that was left as pages are: they hardly come back, but a proxy may have said so. */
const keptWhenLeft = 2000;

const goesAway = 'the server goes away';

/** What WebSocket calls it when the application has failed (RFC 6455 §7.4.1). */
const internalError = 1011;
