import type { EventLoop } from '@doha/loop';
import { Alarm } from '../session/alarm.ts';
import type { Session } from '../session/session.ts';
import { frameOf, isOpen, type Socket, SocketLink } from '../session/socket-link.ts';
import { abnormal, closeCode } from '../wire/close-code.ts';
import { readWelcome, type Settings, type Welcome, writeGreeting } from '../wire/greeting.ts';
import { protocol } from '../wire/layout.ts';

/** Ms from one attempt to connect to the next: twice as many after each that fails. */
const firstPause = 100;
const longestPause = 5000;

/** After these the session is over; after others a new connection is tried. */
const isFinal = (code: number): boolean =>
  code === closeCode.normal ||
  (code >= closeCode.badFrame && code !== closeCode.replaced && code !== closeCode.timeout);

export interface ConnectorOptions {
  readonly loop: EventLoop;
  readonly open: () => Socket;
  readonly settings: Settings;
  readonly credentials: () => string;
  /** Ms until the other end must have answered. */
  readonly timeout: number;
  /** Ms for which a session without a connection is kept. */
  readonly keep: number;
}

/** Gets what becomes of a connection that is being made. */
interface Attempt {
  /** The server has let it in. Returns what its frames and its end are told to from then on. */
  readonly welcomed: (link: SocketLink, welcome: Welcome) => Bound;
  readonly failed: (code: number, reason: string) => void;
}

interface Bound {
  received(frame: Uint8Array): void;
  closed(code: number, reason: string): void;
}

/** Makes the connections of a client's session, as many as it is to have, and anew when they are lost. */
export class Connector {
  #options: ConnectorOptions;
  #session: Session | undefined;
  #isTrying = false;
  #abandon: () => void = () => {}; // what is being tried
  #pause = firstPause;
  #retry: Alarm;
  #giveUp: Alarm;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#retry = new Alarm(options.loop, () => this.keepUp());
    this.#giveUp = new Alarm(options.loop, () => {
      this.#session?.engine.fail(closeCode.timeout, 'no connection could be made for too long');
    });
  }

  /** Makes the first connection, and the session with what the server answers. Rejects with an Error if there is none. */
  async start(newSession: (welcome: Welcome) => Session): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.#attempt({
        welcomed: (link, welcome) => {
          const session = newSession(welcome);
          this.#session = session;
          void this.#stopWhenOver(session);
          const bound = this.#bind(session, link);
          resolve(session);
          this.keepUp();
          return bound;
        },
        failed: (code, reason) => reject(new Error(`connect: ${reasonOf(code, reason)}`)),
      });
    });
  }

  /** Makes another connection if there are too few. To be called when connections have come or gone. */
  keepUp(): void {
    if (this.#session === undefined) return;
    const { keep, loop } = this.#options;
    const need = this.#needOf(this.#session);
    if (need === 'connection') this.#giveUp.setUnlessSet(loop.host.now() + keep);
    else this.#giveUp.set(Infinity);
    if (need === 'nothing') this.#retry.set(Infinity);
    else if (!this.#isTrying) this.#connect(this.#session);
  }

  async #stopWhenOver(session: Session): Promise<void> {
    await session.closed;
    this.keepUp();
    this.#abandon();
  }

  // A session that is about to end has its last words to say, and hear: for that it needs a connection, and no standby.
  #needOf({ engine, isConnected }: Session): 'connection' | 'standby' | 'nothing' {
    if (engine.isClosed) return 'nothing';
    if (!isConnected) return 'connection';
    const hasAll = engine.isClosing || engine.channels.size > this.#options.settings.standbys;
    return hasAll ? 'nothing' : 'standby';
  }

  #connect(session: Session): void {
    const { loop } = this.#options;
    this.#attempt({
      welcomed: (link) => {
        this.#pause = firstPause;
        const bound = this.#bind(session, link);
        this.keepUp();
        return bound;
      },
      failed: (code, reason) => {
        if (isFinal(code)) return session.engine.fail(code, reason);
        this.#retry.set(loop.host.now() + this.#pause);
        this.#pause = Math.min(longestPause, 2 * this.#pause);
      },
    });
  }

  #bind(session: Session, link: SocketLink): Bound {
    const channel = session.bind(link);
    return {
      received: (frame) => session.engine.receive(channel, frame),
      closed: (code, reason) => {
        if (isFinal(code)) session.engine.fail(code, reason);
        else session.engine.unbind(channel);
      },
    };
  }

  #attempt({ failed, welcomed }: Attempt): void {
    const { credentials, loop, open, settings, timeout } = this.#options;
    this.#isTrying = true;
    const socket = open();
    socket.binaryType = 'arraybuffer';
    let bound: Bound | undefined;
    const end = (code: number, reason: string): void => {
      if (!this.#isTrying || bound !== undefined) return;
      this.#isTrying = false;
      late.set(Infinity);
      socket.close();
      failed(code, reason);
    };
    this.#abandon = () => end(closeCode.normal, '');
    const late = new Alarm(loop, () => end(closeCode.timeout, `there was no answer within ${timeout} ms`));
    late.set(loop.host.now() + timeout);
    const greet = (): void => {
      if (socket.protocol !== protocol) return end(closeCode.badFrame, 'the server does not speak Paceline');
      socket.send(writeGreeting({ session: this.#session?.name, settings, credentials: credentials() }));
    };
    if (socket.readyState === isOpen) greet();
    else socket.addEventListener('open', greet);
    socket.addEventListener('message', ({ data }) => {
      const frame = frameOf(data) ?? new Uint8Array();
      if (bound !== undefined) return bound.received(frame);
      const welcome = readWelcome(frame);
      if (typeof welcome === 'string') return end(closeCode.badFrame, `the answer is bad: ${welcome}`);
      this.#isTrying = false;
      late.set(Infinity);
      bound = welcomed(new SocketLink(socket), welcome);
    });
    socket.addEventListener('error', () => end(abnormal, '')); // in Node 22 no 'close' comes after it
    socket.addEventListener('close', ({ code, reason }) => {
      if (bound === undefined) end(code, reason);
      else bound.closed(code, reason);
    });
  }
}

function reasonOf(code: number, reason: string): string {
  return reason === '' ? `the connection was closed with ${code}` : `${reason} (${code})`;
}
