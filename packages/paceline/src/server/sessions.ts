import type { IncomingMessage } from 'node:http';
import { EventLoop } from '@doha/loop';
import type { WebSocket } from 'ws';
import { Alarm } from '../session/alarm.ts';
import { check, complete, type EndOptions, type Ends, settingsOf } from '../session/defaults.ts';
import { guard } from '../session/guard.ts';
import { Session } from '../session/session.ts';
import { frameOf } from '../session/socket-link.ts';
import { closeCode } from '../wire/close-code.ts';
import { type Greeting, readGreeting, writeWelcome } from '../wire/greeting.ts';
import { ServerLink } from './server-link.ts';
import { SessionNames } from './session-names.ts';

/** Who asks to be let in. */
export interface Visitor {
  readonly request: IncomingMessage;
  /** What the client gave as `credentials`. */
  readonly credentials: string;
}

export interface SessionsOptions extends EndOptions {
  /** Whether a client is let in; asked for each connection before it is bound. Default: all are. */
  readonly authenticate?: (visitor: Visitor) => boolean | Promise<boolean>;
  /** Sessions at one time; default 10,000. */
  readonly mostSessions?: number;
  /** Channels of one session at one time; default 6. */
  readonly mostChannels?: number;
  /** Ms until a client must have greeted; default 10,000. */
  readonly timeout?: number;
  /** Where timers run; default: a loop of its own. */
  readonly loop?: EventLoop;
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
  #options: SessionsOptions & SessionsParts;
  #mostChannels: number;
  #mostSessions: number;
  #timeout: number;
  #ends: Ends;
  #loop: EventLoop;
  #kept: SessionNames<Kept> = new SessionNames();

  /** Throws a RangeError if an option is out of its range. */
  constructor(options: SessionsOptions & SessionsParts) {
    const { loop = new EventLoop(), mostChannels = 6, mostSessions = 10_000, timeout = 10_000 } = options;
    check('mostSessions', mostSessions, 1, 2 ** 31);
    check('mostChannels', mostChannels, 2, 64);
    check('timeout', timeout, 1, 2 ** 31);
    this.#options = options;
    this.#mostChannels = mostChannels;
    this.#mostSessions = mostSessions;
    this.#timeout = timeout;
    this.#ends = complete(options);
    this.#loop = loop;
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
    const link = new ServerLink(socket);
    const late = new Alarm(this.#loop, () => link.close(closeCode.timeout, 'no greeting came in time'));
    late.set(this.#loop.host.now() + this.#timeout);
    socket.on('error', () => {}); // 'close' comes after it
    socket.once('close', () => late.set(Infinity));
    socket.once('message', (data) => {
      late.set(Infinity);
      const greeting = readGreeting(frameOf(data) ?? new Uint8Array());
      if (typeof greeting === 'string')
        return link.close(closeCode.badFrame, `the greeting is bad: ${greeting}`);
      void this.#admit(greeting, { socket, link, request, begun });
    });
  }

  /** Calls what the application has given; what that throws is reported. */
  guard(call: () => void): void {
    guard(this.#loop, call);
  }

  /** Ends all when all that was sent has come, or after `timeout` ms. */
  async close(timeout: number): Promise<void> {
    const { all } = this;
    const late = new Alarm(this.#loop, () => {
      for (const session of all) session.engine.fail(closeCode.goingAway, 'the server goes away');
    });
    late.set(this.#loop.host.now() + timeout);
    await Promise.all(all.map((session) => session.close()));
    late.set(Infinity);
  }

  async #admit(greeting: Greeting, arrival: Arrival): Promise<void> {
    const { link, request } = arrival;
    try {
      const refusal = await this.#refusalOf(greeting, request);
      if (refusal === undefined) this.#bind(arrival, this.#sessionFor(greeting, arrival));
      else link.close(closeCode[refusal], refusal);
    } catch (error) {
      link.close(closeCode.notAuthenticated, 'notAuthenticated');
      this.#loop.reportError(error);
    }
  }

  /** Why somebody is not let in. */
  async #refusalOf(
    { credentials, session }: Greeting,
    request: IncomingMessage,
  ): Promise<Refusal | undefined> {
    const { authenticate } = this.#options;
    if ((await authenticate?.({ request, credentials })) === false) return 'notAuthenticated';
    if (session === undefined) return this.#kept.size >= this.#mostSessions ? 'tooMany' : undefined;
    const found = this.#kept.find(session);
    if (typeof found === 'string') return found;
    return found.session.engine.channels.size >= this.#mostChannels ? 'tooMany' : undefined;
  }

  #sessionFor({ credentials, session, settings: peer }: Greeting, { begun, request }: Arrival): Kept {
    if (session !== undefined) return this.#kept.find(session) as Kept;
    const name = this.#kept.create();
    const own = settingsOf(this.#ends, peer.standbys);
    const opened: Session = new Session({
      loop: this.#loop,
      name,
      peer,
      own,
      isClient: false,
      protocol: this.#options.choose(request),
      endsOnOverflow: this.#options.endsOnOverflow,
      ...this.#ends,
      channelsChanged: () => watch(),
    });
    const giveUp = new Alarm(this.#loop, () =>
      opened.engine.fail(closeCode.timeout, 'the client did not come back'),
    );
    const watch = (): void =>
      giveUp.set(opened.isConnected ? Infinity : this.#loop.host.now() + this.#ends.keep);
    watch();
    const kept = { session: opened, giveUp };
    this.#kept.add(name, kept);
    void this.#forgetWhenClosed(opened, giveUp);
    this.guard(() => begun(opened, { request, credentials }));
    return kept;
  }

  async #forgetWhenClosed(session: Session, giveUp: Alarm): Promise<void> {
    await session.closed;
    giveUp.set(Infinity);
    this.#kept.delete(session.name);
  }

  #bind({ link, socket }: Arrival, { giveUp, session }: Kept): void {
    if (socket.readyState !== socket.OPEN) return;
    link.send(
      writeWelcome({
        session: session.name,
        settings: settingsOf(this.#ends, 0),
        protocol: session.protocol,
      }),
    );
    const channel = session.bind(link);
    socket.on('message', (data) => {
      const frame = frameOf(data);
      if (frame === undefined) session.engine.fail(closeCode.badFrame, 'a frame is a text');
      else session.engine.receive(channel, frame);
    });
    socket.once('close', (code) => {
      session.engine.unbind(channel);
      const isLeft = code === closeCode.goingAway && !session.isConnected;
      if (isLeft) giveUp.set(this.#loop.host.now() + Math.min(this.#ends.keep, keptWhenLeft));
    });
  }
}

/** A session, and what ends it when it has been without a connection for too long. */
interface Kept {
  readonly session: Session;
  readonly giveUp: Alarm;
}

/** Ms for which a session is kept that was left as pages are: they hardly come back, but a proxy may have said so. */
const keptWhenLeft = 2000;

type Refusal = 'notAuthenticated' | 'tooMany' | 'unknownSession' | 'otherServer';
