import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { EventLoop } from '@doha/loop';
import { type WebSocket, WebSocketServer } from 'ws';
import { Alarm } from '../session/alarm.ts';
import { check, complete, type EndOptions, type Ends, settingsOf } from '../session/defaults.ts';
import { Session } from '../session/session.ts';
import { frameOf, type SocketLink } from '../session/socket-link.ts';
import { closeCode } from '../wire/close-code.ts';
import { type Greeting, readGreeting, writeWelcome } from '../wire/greeting.ts';
import { longestFrame, protocol } from '../wire/layout.ts';
import { ServerLink } from './server-link.ts';
import { SessionNames } from './session-names.ts';

/** Who asks to be let in. */
export interface Visitor {
  readonly request: IncomingMessage;
  /** What the client gave as `credentials`. */
  readonly credentials: string;
}

export interface PacelineServerOptions extends EndOptions {
  /** A port of its own; 0: any that is free. Or … */
  readonly port?: number;
  /** … the server of http or https to whose upgrades it listens. */
  readonly server?: Server;
  /** The path that is served; default: all. */
  readonly path?: string;
  /** Origins of pages that are let in, such as 'https://example.org'; default: those of the same host, whatever the port. `'*'`: all. */
  readonly origins?: readonly string[] | '*';
  /** Whether a client is let in; asked for each connection before it is bound. Default: all are. */
  readonly authenticate?: (visitor: Visitor) => boolean | Promise<boolean>;
  /** Gets each new session. */
  readonly onSession?: (session: Session, visitor: Visitor) => void;
  /** Gets each WebSocket that speaks something else. Default: they are refused. */
  readonly onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
  /** Subprotocols of the application, of which the first that a client offers is chosen; for sessions beside our own. */
  readonly protocols?: readonly string[];
  /** Sessions at one time; default 10,000. */
  readonly mostSessions?: number;
  /** Channels of one session at one time; default 6. */
  readonly mostChannels?: number;
  /** Ms until a client must have greeted; default 10,000. */
  readonly timeout?: number;
  /** Where timers run; default: a loop of its own. */
  readonly loop?: EventLoop;
}

/** The server's end of sessions, on `ws`: on a port of its own, or on that of an http server, beside plain WebSockets. */
export class PacelineServer {
  #options: PacelineServerOptions;
  #ends: Ends;
  #loop: EventLoop;
  #http: Server;
  #sockets: WebSocketServer;
  #plain: WebSocketServer;
  #sessions: SessionNames<Kept> = new SessionNames();
  #isClosing = false;
  #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    this.#upgraded(request, socket, head);

  /** Throws a RangeError if an option is out of its range, a TypeError if there is neither `port` nor `server`, or both. */
  constructor(options: PacelineServerOptions) {
    const { mostChannels = 6, mostSessions = 10_000, port, server, timeout = 10_000 } = options;
    if ((port === undefined) === (server === undefined))
      throw new TypeError('PacelineServer: there must be either a port or a server');
    check('PacelineServer: mostSessions', mostSessions, 1, 2 ** 31);
    check('PacelineServer: mostChannels', mostChannels, 2, 64);
    check('PacelineServer: timeout', timeout, 1, 2 ** 31);
    this.#options = { ...options, mostChannels, mostSessions, timeout };
    this.#ends = complete(options);
    this.#loop = options.loop ?? new EventLoop();
    const alike = { noServer: true, perMessageDeflate: false };
    this.#sockets = new WebSocketServer({
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
    return [...this.#sessions].map(({ session }) => session);
  }

  /** Lets nobody in any more, ends all sessions when all that was sent has come, or after `timeout` ms, and stops listening. */
  async close({ timeout = 5000 }: { readonly timeout?: number } = {}): Promise<void> {
    this.#isClosing = true;
    const { sessions } = this;
    const late = new Alarm(this.#loop, () => {
      for (const session of sessions) session.engine.fail(closeCode.goingAway, 'the server goes away');
    });
    late.set(this.#loop.host.now() + timeout);
    await Promise.all(sessions.map((session) => session.close()));
    late.set(Infinity);
    this.#http.off('upgrade', this.#upgrade);
    if (this.#options.server === undefined) await new Promise((resolve) => this.#http.close(resolve));
  }

  #upgraded(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { onSocket, path } = this.#options;
    if (path !== undefined && new URL(request.url ?? '/', 'ws://host').pathname !== path) return;
    const isOurs = offeredBy(request).includes(protocol);
    if (!isOurs && onSocket === undefined) return refuse(socket, '400 Bad Request');
    if (this.#isClosing) return refuse(socket, '503 Service Unavailable');
    if (!this.#isWelcome(request)) return refuse(socket, '403 Forbidden');
    if (isOurs) this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#meet(opened, request));
    else this.#plain.handleUpgrade(request, socket, head, (opened) => onSocket!(opened, request));
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

  #meet(socket: WebSocket, request: IncomingMessage): void {
    socket.binaryType = 'arraybuffer';
    const link = new ServerLink(socket);
    const late = new Alarm(this.#loop, () => link.close(closeCode.timeout, 'no greeting came in time'));
    late.set(this.#loop.host.now() + this.#options.timeout!);
    socket.on('error', () => {}); // 'close' comes after it
    socket.once('close', () => late.set(Infinity));
    socket.once('message', (data) => {
      late.set(Infinity);
      const greeting = readGreeting(frameOf(data) ?? new Uint8Array());
      if (typeof greeting === 'string')
        return link.close(closeCode.badFrame, `the greeting is bad: ${greeting}`);
      void this.#admit(greeting, request, socket, link);
    });
  }

  async #admit(
    greeting: Greeting,
    request: IncomingMessage,
    socket: WebSocket,
    link: SocketLink,
  ): Promise<void> {
    try {
      const refusal = await this.#refusalOf(greeting, request);
      if (refusal === undefined) this.#bind(socket, link, this.#sessionFor(greeting, request));
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
    const { authenticate, mostChannels, mostSessions } = this.#options;
    if ((await authenticate?.({ request, credentials })) === false) return 'notAuthenticated';
    if (session === undefined) return this.#sessions.size >= mostSessions! ? 'tooMany' : undefined;
    const found = this.#sessions.find(session);
    if (typeof found === 'string') return found;
    return found.session.engine.channels.size >= mostChannels! ? 'tooMany' : undefined;
  }

  #sessionFor({ credentials, session, settings: peer }: Greeting, request: IncomingMessage): Kept {
    if (session !== undefined) return this.#sessions.find(session) as Kept;
    const name = this.#sessions.create();
    const own = settingsOf(this.#ends, peer.standbys);
    const opened: Session = new Session({
      loop: this.#loop,
      name,
      peer,
      own,
      isClient: false,
      protocol: this.#choose(offeredBy(request)),
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
    this.#sessions.add(name, kept);
    void this.#forgetWhenClosed(opened, giveUp);
    this.#options.onSession?.(opened, { request, credentials });
    return kept;
  }

  async #forgetWhenClosed(session: Session, giveUp: Alarm): Promise<void> {
    await session.closed;
    giveUp.set(Infinity);
    this.#sessions.delete(session.name);
  }

  #bind(socket: WebSocket, link: SocketLink, { giveUp, session }: Kept): void {
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

function offeredBy({ headers }: IncomingMessage): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
}

function hostnameOf(host: string | undefined): string | undefined {
  return URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`).hostname : undefined;
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
