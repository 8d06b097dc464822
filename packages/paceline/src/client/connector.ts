import type { EventLoop } from '@doha/loop';
import type { Reporter } from '../callbacks/guard.ts';
import { closeLateLink } from '../session/close-late-link.ts';
import type { Closed } from '../session/closing-handshake.ts';
import type { Session } from '../session/session.ts';
import { Alarm } from '../timers/alarm.ts';
import { Deadline } from '../timers/deadline.ts';
import type { Socket, SocketLink } from '../transport/socket-link.ts';
import { abnormal, closeCode, endsSession } from '../wire/close-code.ts';
import { type Settings, type ServerHello, writeClientHello } from '../wire/hello.ts';
import { Attempt, type AttemptParts, type BoundConnection } from './attempt.ts';
import { ConnectError } from './connect-error.ts';
import { watchPage } from './page-events.ts';

/**
 * Minimum and maximum pause in ms between attempts to connect. The pause doubles after each failed
 * attempt, and after each connection that was not stable.
 */
const minPause = 100;
const maxPause = 5000;

/**
 * While the session has no connection, the pause is also limited to this part of `resumeTimeout`,
 * so that several attempts fit into `resumeTimeout`. The final attempt, after `resumeTimeout`, has
 * the same time.
 */
const maxPausePart = 1 / 6;

/**
 * A connection was stable if it lasted for more than this many ms plus `#pause`. When a stable
 * connection is lost, the pause is reset to 0, so the next attempt begins at once.
 */
const stableAfter = 1000;

/**
 * When the last connection is lost, a new attempt replaces an attempt for a standby, unless that is
 * younger than this many ms. A young attempt probably began because another connection was lost a
 * moment before.
 */
const freshFor = 100;

/** The end of a session for which no connection can be made within `resumeTimeout`. */
const timeoutEnd: Closed = { code: closeCode.timeout, reason: 'no connection could be made for too long' };

/**
 * Codes with which a server gives a reason when it closes or refuses a connection. If no other
 * connection can be made, the session ends with this code instead of {@link timeoutEnd}.
 */
const informativeCodes: ReadonlySet<number> = new Set([
  closeCode.goingAway,
  closeCode.otherServer,
  closeCode.tooMany,
]);

/** Reason for the end of a session that the server may have created although the client gave up: its `signal` was aborted, or its loop was disposed. */
const aborted: Closed = { code: closeCode.terminated, reason: '' };

/** Receiver for a connection that was accepted after the end of its session: ignores everything. */
const ignoredConnection: BoundConnection = { received() {}, closed() {} };

export interface ConnectorOptions {
  readonly loop: EventLoop;
  /** Receives errors of the application's callbacks. */
  readonly reporter: Reporter;
  readonly open: () => Socket;
  /** Subprotocols of the application that `open` offers. */
  readonly offeredProtocols: readonly string[];
  readonly settings: Settings;
  readonly credentials: () => string | Promise<string>;
  /** Ms until the server must have answered. */
  readonly timeout: number;
  /** Ms after which a session without a connection ends. */
  readonly resumeTimeout: number;
  /** Random numbers from 0 to less than 1. */
  readonly random: () => number;
  /** Called when an attempt has failed while the session had no connection. */
  readonly attemptFailed?: (() => void) | undefined;
}

/**
 * Makes the connections of a client's session: the first one, its standbys, and replacements of
 * lost connections.
 */
export class Connector {
  #options: ConnectorOptions;
  #session: Session | undefined;
  #standbys = 0;
  #attempt: Attempt | undefined;
  #triedAt = 0; // time at which the latest attempt began
  #isGivingUp = false; // whether `resumeTimeout` is over and the final attempt is being made
  #freshUntil = Infinity; // after this time #attempt is replaced when the last connection is lost; Infinity: never
  #pause = 0; // ms before the next attempt
  #size = 0; // number of connections
  #hasLost = false; // whether a connection was lost since the last attempt
  #end: Closed = timeoutEnd;
  #retry: Alarm;
  #giveUp: Deadline;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#retry = new Alarm(options.loop, () => this.#connect());
    this.#giveUp = new Deadline(options.loop, (now) => this.#giveUpSoon(this.#session!, now));
  }

  /**
   * Makes the first connection, and creates the session with the server hello. Rejects with a
   * {@link ConnectError} if no session can be opened or the loop is disposed, or with the reason of
   * `signal` if that is aborted.
   */
  async start(newSession: (serverHello: ServerHello) => Session, signal?: AbortSignal): Promise<Session> {
    return new Promise((resolve, reject) => {
      const stop = (reason: unknown): void => {
        this.#attempt?.abandon(aborted);
        fail(reason);
      };
      const abort = (): void => stop(signal?.reason);
      const unwatchLoop = this.#options.loop.whenDisposed(() =>
        stop(new ConnectError(closeCode.terminated, 'the loop was disposed')),
      );
      const unwatch = (): void => {
        unwatchLoop();
        signal?.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown): void => {
        unwatch();
        reject(reason);
      };
      if (signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      this.#try({
        accepted: (link, serverHello) => {
          unwatch();
          const session = newSession(serverHello);
          this.#session = session;
          this.#standbys = Math.min(this.#options.settings.standbys, serverHello.settings.standbys);
          void this.#stopWhenOver(session);
          resolve(session);
          return this.#bind(session, link);
        },
        failed: fail,
      });
    });
  }

  /** Makes another connection if there are too few. To be called when connections have been added or removed. */
  maintain(): void {
    if (this.#session === undefined) return;
    const { resumeTimeout, loop } = this.#options;
    const { size } = this.#session.endpoint.channels;
    if (size < this.#size) this.#hasLost = true;
    this.#size = size;
    const need = this.#needOf(this.#session);
    if (need === 'connection') this.#giveUp.setIfUnset(loop.host.now() + resumeTimeout);
    else {
      this.#isGivingUp = false;
      this.#giveUp.set(Infinity);
    }
    if (need === 'nothing') this.#retry.set(Infinity);
    else if (this.#attempt === undefined) this.#connectSoon(need);
    else if (need === 'connection' && loop.host.now() > this.#freshUntil) this.#connectSoon(need);
  }

  // Called when `resumeTimeout` is over. A busy thread or the timers of a hidden page may have
  // delayed the attempts. So a final one is made, unless the current one has had enough time.
  #giveUpSoon(session: Session, now: number): void {
    const { code, reason } = this.#end;
    const hadTime = this.#attempt !== undefined && now - this.#triedAt >= this.#maxWait;
    if (this.#isGivingUp || hadTime) return session.endpoint.fail(code, reason);
    this.#isGivingUp = true;
    this.#giveUp.set(now + this.#maxWait);
    if (this.#attempt === undefined) this.#connect();
  }

  /** The network or the page has changed: connections may be dead, and new ones may be possible now. */
  #changed(session: Session): void {
    session.endpoint.probe();
    if (this.#needOf(session) !== 'connection') return;
    this.#pause = 0;
    this.#connect();
  }

  async #stopWhenOver(session: Session): Promise<void> {
    const unwatch = watchPage({
      changed: () => this.#changed(session),
      suspended: () => session.endpoint.sendSuspend(),
      closed: () => session.endNow(closeCode.goingAway),
    });
    const end = await session.closed;
    unwatch();
    this.maintain();
    this.#attempt?.abandon(end);
  }

  // A session that is closing needs a connection for its last messages, but no standby.
  #needOf({ endpoint, isConnected }: Session): 'connection' | 'standby' | 'nothing' {
    if (endpoint.isClosed) return 'nothing';
    if (!isConnected) return 'connection';
    const hasAll = endpoint.isClosing || endpoint.channels.size > this.#standbys;
    return hasAll ? 'nothing' : 'standby';
  }

  // Pauses are random, so that the clients of a lost server do not come back at the same time.
  #connectSoon(need: 'connection' | 'standby'): void {
    if (this.#pause === 0) return this.#connect();
    const { loop, random } = this.#options;
    const longest = need === 'connection' ? Math.min(this.#pause, this.#maxWait) : this.#pause;
    this.#retry.bringForward(loop.host.now() + longest * (0.5 + random() / 2));
  }

  // Abandons an earlier attempt, for example for a standby, because it may hang.
  #connect(): void {
    const session = this.#session!;
    this.#retry.set(Infinity);
    this.#attempt?.abandon();
    this.#triedAt = this.#options.loop.host.now();
    this.#freshUntil = session.isConnected ? this.#triedAt + freshFor : Infinity;
    this.#try({
      accepted: (link) => this.#bind(session, link),
      failed: (error) => this.#failed(session, error),
    });
  }

  #try({ failed, accepted }: Pick<AttemptParts, 'failed' | 'accepted'>): void {
    const { credentials, loop, offeredProtocols, open, reporter, settings, timeout } = this.#options;
    const session = this.#session?.name;
    this.#attempt = new Attempt({
      loop,
      reporter,
      open,
      timeout,
      session,
      offeredProtocols,
      clientHello: () => {
        const given = credentials();
        if (typeof given === 'string')
          return writeClientHello({ sessionName: session, settings, credentials: given });
        return given.then((text) => writeClientHello({ sessionName: session, settings, credentials: text }));
      },
      accepted: (link, serverHello) => {
        this.#attempt = undefined;
        return accepted(link, serverHello);
      },
      failed: (error) => {
        this.#attempt = undefined;
        failed(error);
      },
    });
    this.#attempt.start();
  }

  #bind(session: Session, link: SocketLink): BoundConnection {
    const { endpoint } = session;
    if (endpoint.ended !== undefined) {
      closeLateLink(link, endpoint.ended);
      return ignoredConnection;
    }
    if (this.#hasLost) this.#lengthenPause();
    this.#end = timeoutEnd;
    const { loop } = this.#options;
    const madeAt = loop.host.now();
    const channel = session.bind(link);
    return {
      received: (frame) => endpoint.receive(channel, frame),
      closed: (code, reason) => {
        const isLast = [...endpoint.channels].every((one) => one === channel);
        if (endsSession(code, isLast, endpoint.isClean)) return endpoint.fail(code, reason);
        this.#note(code, reason);
        if (loop.host.now() - madeAt > stableAfter + this.#pause) this.#pause = 0;
        endpoint.unbind(channel);
      },
    };
  }

  // An error of an application's callback, such as `credentials`, is reported. The next attempt may
  // succeed.
  #failed(session: Session, error: unknown): void {
    const isOurs = error instanceof ConnectError;
    const { code, reason } = isOurs ? error : { code: abnormal, reason: '' };
    const { endpoint, isConnected } = session;
    if (endsSession(code, !isConnected, endpoint.isClean)) return endpoint.fail(code, reason);
    if (!isConnected) this.#note(code, reason);
    this.#lengthenPause();
    if (this.#isGivingUp) this.#giveUpSoon(session, this.#options.loop.host.now());
    this.maintain();
    if (!isOurs) this.#options.reporter.reportError(error);
    else if (!isConnected) this.#options.attemptFailed?.();
  }

  // If a server has gone away, `goingAway` stays the reason: refusals by other servers are
  // consequences.
  #note(code: number, reason: string): void {
    if (informativeCodes.has(code) && this.#end.code !== closeCode.goingAway) this.#end = { code, reason };
  }

  #lengthenPause(): void {
    this.#hasLost = false;
    this.#pause = Math.min(maxPause, Math.max(minPause, 2 * this.#pause));
  }

  /** Maximum pause in ms while there is no connection, and the time that the final attempt has. */
  get #maxWait(): number {
    return this.#options.resumeTimeout * maxPausePart;
  }
}
