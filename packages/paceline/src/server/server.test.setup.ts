import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Refusal } from '../admission/refusal.ts';
import { Paceline, type ConnectOptions } from '../client/paceline.ts';
import type { Session } from '../session/session.ts';
import type { Socket as SocketLike } from '../transport/socket-link.ts';
import { version } from '../wire/layout.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';

/**
 * Calls functions that close what a test has opened, at the end of that test, the last one first.
 * Test files share this module, so an `afterEach` here would apply only to the first file that
 * imports it.
 */
export function atTestEnd(...all: readonly (() => unknown)[]): void {
  for (const close of all)
    onTestFinished(async () => {
      await close();
      refusals.length = 0;
    });
}

type Options = Omit<PacelineServerOptions, 'port' | 'server'>;

/** Refusals of the servers of a test. */
export const refusals: Refusal[] = [];

/** A server that echoes messages. */
export async function serve(
  options: Options = {},
): Promise<{ readonly server: PacelineServer; readonly url: string }> {
  const server = new PacelineServer({
    port: 0,
    onRefused: (refusal) => refusals.push(refusal),
    onSession(session) {
      session.onMessage((data) => session.send(data));
    },
    ...options,
  });
  atTestEnd(() => server.close({ timeout: 100 }));
  return { server, url: `ws://localhost:${await server.listening}` };
}

/** The WebSockets that the latest client of {@link connect} has made. */
export const sockets: WebSocket[] = [];
class RecordedSocket extends WebSocket {
  constructor(url: string, protocols: string) {
    super(url, protocols);
    sockets.push(this);
  }
}

export async function connect(url: string, options: ConnectOptions = {}): Promise<Session> {
  sockets.length = 0;
  const session = await Paceline.connect(url, {
    WebSocket: RecordedSocket as unknown as new (url: string, protocols: string) => SocketLike,
    ...options,
  });
  atTestEnd(() => session.terminate());
  return session;
}

/** Waits until a condition holds, at most until the test times out. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends the client hello for a session, and returns the code with which the connection is closed. */
export async function closeCodeOfHello(url: string, session: Uint8Array): Promise<number> {
  const socket = await sendHello(url, session);
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

/** Opens a connection and sends a client hello: for `session`, or for a new session. */
export async function sendHello(url: string, session?: Uint8Array): Promise<WebSocket> {
  const socket = new WebSocket(url, 'paceline.4');
  await once(socket, 'open');
  const [purpose, name] = session === undefined ? [0, new Uint8Array(32)] : [1, session];
  socket.send(Uint8Array.of(1, version, purpose, ...name, 0, 0));
  return socket;
}

/** The code with which each connection was closed; undefined: it is open. */
export function codesOf(connections: readonly WebSocket[]): (number | undefined)[] {
  const codes: (number | undefined)[] = connections.map(() => undefined);
  for (const [i, socket] of connections.entries()) socket.on('close', (code) => (codes[i] = code));
  return codes;
}
