import { EventLoop } from '@doha/loop';
import { checkCallback, checkKind, checkNumber, checkOptions, checkSignal } from '@doha/loop/options';
import { ErrorReporter, type OnError } from '../callbacks/error-reporter.ts';
import type { Reporter } from '../callbacks/guard.ts';
import { checkLoop } from '../session/check-loop.ts';
import {
  completeOptions,
  endpointOptionNames,
  type EndpointOptions,
  type EndpointSettings,
  settingsOf,
} from '../session/endpoint-options.ts';
import { Session } from '../session/session.ts';
import type { Socket } from '../transport/socket-link.ts';
import { checkText } from '../wire/check-text.ts';
import { maxCredentials, protocol } from '../wire/layout.ts';
import { checkAddress } from './check-address.ts';
import { checkSocket, checkSocketClass } from './check-socket-class.ts';
import { Connector, type ConnectorOptions } from './connector.ts';
import { platformSocket } from './platform-socket.ts';

export interface ConnectOptions extends EndpointOptions {
  /** Number of standby connections, which replace a connection that stalls; from 0 to 4, default 1. */
  readonly standbys?: number | undefined;
  /**
   * A text of up to 4,096 bytes of UTF-8 that identifies the client to the server's `authenticate`.
   * A function is called for each new connection and may return a promise, for example of a fresh
   * token, which must settle within `timeout`. If it fails before there is a session, `connect`
   * rejects with its error.
   */
  readonly credentials?: (string | (() => string | PromiseLike<string>)) | undefined;
  /**
   * Stops connecting when it is aborted: `connect` rejects with its `reason`, and a connection that is being made is closed. It has no effect on an open
   * session; use `Session.close` then.
   */
  readonly signal?: AbortSignal | undefined;
  /** Ms until the server must have answered; > 0, default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * Receives errors of listeners, `credentials`, `controller` and `WebSocket`, thrown or rejected, once there is a session. Default: `onError` of `loop` if
   * that is given, otherwise `reportError` in pages and workers, and `console.error` elsewhere.
   */
  readonly onError?: OnError | undefined;
  /** Runs the timers; default: a loop of its own. If it is disposed, the session is terminated, or `connect` rejects. */
  readonly loop?: EventLoop | undefined;
  /** Class of the connections; default: the platform's WebSocket. Node before 22 has none: give the class of `ws`. */
  readonly WebSocket?: (new (url: string, protocols: string) => Socket) | undefined;
}

/** Names of the options of `connect`. */
export const connectOptionNames: readonly (keyof ConnectOptions)[] = [
  ...endpointOptionNames,
  'standbys',
  'credentials',
  'signal',
  'timeout',
  'loop',
  'onError',
  'WebSocket',
];

/** The entry point of clients. */
export const Paceline = {
  /**
   * Opens a session with a server. Rejects with a {@link ConnectError} if the server cannot be
   * reached, refuses, or does not speak Paceline; with a RangeError if an option is out of range, a
   * TypeError if it has the wrong type, and with the reason of `signal` if that is aborted before
   * there is a session.
   */
  async connect(url: string | URL, options: ConnectOptions = {}): Promise<Session> {
    checkOptions('connect', options, connectOptionNames);
    const address = checkAddress('connect: url', url);
    if (options.WebSocket !== undefined) checkSocketClass('connect: WebSocket', options.WebSocket);
    const Socket = options.WebSocket ?? platformSocket('connect');
    return connectBy(() => checkSocket('connect: WebSocket', new Socket(address, protocol)), options);
  },
};

/** Further options of {@link connectBy}, for PacelineSocket and for tests. @internal */
export interface ConnectDetails extends Partial<Pick<ConnectorOptions, 'attemptFailed' | 'random'>> {
  /** Subprotocols of the application that connections offer beside Paceline's. Default: none. */
  readonly offeredProtocols?: readonly string[];
  /** Name of the called function, for errors. Default: 'connect'. */
  readonly what?: string;
}

/** Opens a session over connections that `open` makes. Rejects as `Paceline.connect`. @internal */
export async function connectBy(
  open: () => Socket,
  options: ConnectOptions,
  { attemptFailed, offeredProtocols = [], random = Math.random, what = 'connect' }: ConnectDetails = {},
): Promise<Session> {
  const { credentials = '', signal, standbys = 1, timeout = 10_000 } = options;
  const endpointSettings = checkConnectOptions(what, options);
  const ask = typeof credentials === 'function' ? () => checkedLater(credentials()) : () => credentials;
  if (typeof credentials === 'function') checkCallback(`${what}: credentials`, credentials);
  else checked(credentials);
  const own = settingsOf(endpointSettings, standbys);
  const reporter = reporterOf(options);
  const loop = options.loop ?? loopOf(reporter);
  const { resumeTimeout } = endpointSettings;
  const connector = new Connector({
    loop,
    reporter,
    open,
    offeredProtocols,
    settings: own,
    timeout,
    credentials: ask,
    resumeTimeout,
    random,
    attemptFailed,
  });
  const channelsChanged = (): void => connector.maintain();
  return connector.start(({ protocol: chosen, sessionName: name, settings: peer }) => {
    const ofServer = { name, peer, protocol: chosen };
    return new Session({
      ...endpointSettings,
      ...ofServer,
      loop,
      reporter,
      own,
      isClient: true,
      endsOnOverflow: false,
      channelsChanged,
    });
  }, signal);
}

/**
 * The receiver of errors of the application's callbacks: `onError`, else `loop`, else the default.
 * @internal
 */
export function reporterOf({ loop, onError }: Pick<ConnectOptions, 'loop' | 'onError'>): Reporter {
  return onError === undefined && loop !== undefined ? loop : new ErrorReporter(onError);
}

/** Creates a loop for timers. Errors of its tasks go to `reporter`. @internal */
export function loopOf(reporter: Reporter): EventLoop {
  return new EventLoop({ onError: (error) => reporter.reportError(error) });
}

function checkedLater(credentials: string | PromiseLike<string>): string | Promise<string> {
  return typeof (credentials as Partial<PromiseLike<string>> | null)?.then === 'function'
    ? Promise.resolve(credentials).then(checked)
    : checked(credentials);
}

/**
 * Checks all options but `credentials` and `WebSocket`, and returns the endpoint's options with
 * their defaults. Throws a RangeError or a TypeError that names `what` and the first invalid
 * option. @internal
 */
export function checkConnectOptions(what: string, options: ConnectOptions): EndpointSettings {
  const { loop, signal, standbys = 1, timeout = 10_000 } = options;
  if (loop !== undefined) checkLoop(`${what}: loop`, loop);
  if (options.onError !== undefined) checkCallback(`${what}: onError`, options.onError);
  checkNumber(`${what}: standbys`, standbys, { min: 0, max: 4, whole: true });
  checkNumber(`${what}: timeout`, timeout, { min: 1, max: 2 ** 31, whole: true });
  if (signal !== undefined) checkSignal(`${what}: signal`, signal);
  return completeOptions(what, options, reporterOf(options));
}

function checked(credentials: unknown): string {
  const kind = 'a string, or a function that returns one or a promise of one';
  checkKind('connect: credentials', typeof credentials === 'string', kind, credentials);
  checkText('connect: credentials', credentials, maxCredentials);
  return credentials as string;
}
