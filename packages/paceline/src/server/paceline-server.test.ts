import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { EventLoop } from '@doha/loop';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { paceK } from '../control/pace-k.ts';
import { Paceline, type ConnectOptions } from '../client/paceline.ts';
import type { Received } from '../session/inbox.ts';
import type { Session } from '../session/session.ts';
import type { Socket } from '../session/socket-link.ts';
import { PacelineServer, type PacelineServerOptions } from './paceline-server.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

type Options = Omit<PacelineServerOptions, 'port' | 'server'>;

/** A server that sends back what comes. */
async function serve(
  options: Options = {},
): Promise<{ readonly server: PacelineServer; readonly url: string }> {
  const server = new PacelineServer({
    port: 0,
    onSession(session) {
      session.onMessage((data) => session.send(data));
    },
    ...options,
  });
  open.push(() => server.close({ timeout: 100 }));
  return { server, url: `ws://localhost:${await server.listening}` };
}

/** The sockets that clients have made. */
const sockets: WebSocket[] = [];
class Noted extends WebSocket {
  constructor(url: string, protocols: string) {
    super(url, protocols);
    sockets.push(this);
  }
}

async function connect(url: string, options: ConnectOptions = {}): Promise<Session> {
  sockets.length = 0;
  const session = await Paceline.connect(url, {
    WebSocket: Noted as unknown as new (url: string, protocols: string) => Socket,
    ...options,
  });
  open.push(() => session.terminate());
  return session;
}

/** Waits until something holds; the test's limit is the limit. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('messages go there and back', async () => {
  const { url } = await serve();
  const session = await connect(url);
  const all = ['hello', new Uint8Array(100_000).fill(7), '', new Uint8Array()];
  for (const data of all) session.send(data);
  const heard: Received[] = [];
  for await (const data of session) if (heard.push(data) === all.length) break;
  expect(heard).toEqual(all);
  expect(await session.close()).toEqual({ code: 1000, reason: '' });
});

test('a connection that is cut costs nothing that was sent: a standby takes over, and a new one is made', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  await until(() => session.engine.channels.size === 2);
  const heard: string[] = [];
  session.onMessage((data) => heard.push(data as string));
  const sent = Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(3000));
  for (const [i, text] of sent.entries()) {
    session.send(text);
    if (i % 100 === 50) {
      await until(() => heard.length > i - 40);
      sockets.find(({ readyState }) => readyState === WebSocket.OPEN)!.terminate();
    }
  }
  await until(() => heard.length === sent.length);
  expect(heard).toEqual(sent);
  await until(() => session.engine.channels.size === 2 && server.sessions[0]!.engine.channels.size === 2);
});

test('a session that is about to end makes no more connections', async () => {
  const { url } = await serve();
  const session = await connect(url);
  session.onMessage(() => {});
  await until(() => session.engine.channels.size === 2);
  session.send(new Uint8Array(5_000_000));
  const closed = session.close();
  sockets[1]!.terminate();
  expect((await closed).code).toBe(1000);
  expect(sockets).toHaveLength(2);
});

test('a session that is over leaves no connection, though one was being made', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  expect(sockets).toHaveLength(2);
  session.terminate();
  await until(() => sockets.every(({ readyState }) => readyState === WebSocket.CLOSED));
  await until(() => server.sessions.every(({ isConnected }) => !isConnected));
  expect(session.isConnected).toBe(false);
});

test('when all connections are cut the session goes on by a new one', async () => {
  const { url } = await serve();
  const session = await connect(url, { standbys: 0 });
  const heard: Received[] = [];
  session.onMessage((data) => heard.push(data));
  for (let i = 0; i < 5; i++) {
    session.send(`${i}`);
    for (const socket of sockets) socket.terminate();
    await until(() => heard.length === i + 1);
  }
  expect(heard).toEqual(['0', '1', '2', '3', '4']);
});

test('a session that nobody comes back to is over, at both ends', async () => {
  const { server, url } = await serve({ keep: 50 });
  const session = await connect(url, { keep: 50, standbys: 0 });
  await until(() => server.sessions.length === 1);
  const other = server.sessions[0]!;
  await new Promise<void>((resolve) => {
    void server.close({ timeout: 60_000 });
    resolve();
  });
  for (const socket of sockets) socket.terminate();
  expect((await session.closed).code).toBe(4507);
  expect((await other.closed).code).toBe(4507);
});

test('who is not let in is told why', async () => {
  const { url } = await serve({
    authenticate: ({ credentials }) => Promise.resolve(credentials === 'secret'),
  });
  await expect(connect(url)).rejects.toThrow('connect: notAuthenticated (4502)');
  const session = await connect(url, { credentials: () => 'secret' });
  expect(session.isConnected).toBe(true);
});

test('pages of other origins are not let in', async () => {
  const { url } = await serve({ origins: ['https://game.example'] });
  const from = (origin: string): ConnectOptions => ({
    WebSocket: class extends WebSocket {
      constructor(to: string, protocols: string) {
        super(to, protocols, { origin });
      }
    },
  });
  await expect(connect(url, from('https://other.example'))).rejects.toThrow('connect: ');
  expect((await connect(url, from('https://game.example'))).isConnected).toBe(true);
});

test('what hooks and listeners throw is reported, and stops nothing', async () => {
  const errors: string[] = [];
  const loop = new EventLoop({ onError: (error) => errors.push((error as Error).message) });
  const fail = (what: string): never => {
    throw new Error(what);
  };
  const { url } = await serve({
    loop,
    authenticate: ({ credentials }) => credentials !== 'mad' || fail('authenticate'),
    onSession(session) {
      session.onMessage(() => fail('onMessage'));
      session.onMessage((data) => session.send(data));
      session.onStream((stream) => fail(`onStream ${stream.label}`));
      fail('onSession');
    },
    onSocket: () => fail('onSocket'),
  });
  await expect(connect(url, { credentials: 'mad' })).rejects.toThrow('connect: notAuthenticated (4502)');
  const session = await connect(url);
  session.stream({ label: 'one' });
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.close();
  expect(errors).toEqual(['authenticate', 'onSession', 'onStream one', 'onMessage', 'onSocket']);
});

test('no request brings a server down, whatever its address, and whether or not its sender stays', async () => {
  const { url } = await serve({ path: '/play' });
  const port = Number(new URL(url).port);
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nHost: host\r\n\r\n';
  for (const address of ['//', '/play', 'http://[', '/play?']) {
    const socket = createConnection(port);
    await once(socket, 'connect');
    await new Promise<void>((resolve) =>
      socket.write(`GET ${address} HTTP/1.1\r\n${upgrade}`, () => resolve()),
    );
    socket.resetAndDestroy();
  }
  expect((await connect(`${url}/play?query`)).isConnected).toBe(true);
});

test('sessions beyond the limit are refused', async () => {
  const { url } = await serve({ mostSessions: 1 });
  const first = await connect(url);
  await expect(connect(url)).rejects.toThrow('connect: tooMany (4506)');
  await first.close();
  expect((await connect(url)).isConnected).toBe(true);
});

test('nobody binds to a session whose secret is not known, nor to one of another server', async () => {
  const { server, url } = await serve();
  const { url: elsewhere } = await serve();
  const session = await connect(url, { standbys: 0 });
  await until(() => server.sessions.length === 1);
  const guess = session.name.slice();
  guess[31]! ^= 1;
  expect(await greet(url, guess)).toBe(4504);
  expect(await greet(elsewhere, session.name)).toBe(4505);
  expect(session.isConnected).toBe(true);
});

/** Greets as a client of that session would, and returns the code with which the connection is closed. */
function greet(url: string, session: Uint8Array): Promise<number> {
  const socket = new WebSocket(url, 'paceline.1');
  socket.on('open', () => socket.send(Uint8Array.of(1, 1, 1, ...session, 0, 0)));
  return new Promise((resolve) => socket.on('close', resolve));
}

test('it stands beside plain WebSockets on the server of an application', async () => {
  const http = createServer((_, response) => response.end('a page'));
  await new Promise<void>((resolve) => http.listen(0, resolve));
  open.push(() => new Promise((resolve) => http.close(resolve)));
  const server = new PacelineServer({
    server: http,
    protocols: ['chat'],
    onSession: (session) => session.onMessage((data) => session.send(data)),
    onSocket: (socket) => socket.on('message', (data: Buffer) => socket.send(`plain ${data.toString()}`)),
  });
  open.push(() => server.close({ timeout: 100 }));
  const { port } = http.address() as AddressInfo;

  const session = await connect(`ws://localhost:${port}/anywhere`);
  session.send('hi');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('hi');

  const plain = new WebSocket(`ws://localhost:${port}`, ['other', 'chat']);
  const answer = await new Promise((resolve) => {
    plain.on('open', () => plain.send('hello'));
    plain.on('message', (data: Buffer) => resolve(data.toString()));
  });
  expect([plain.protocol, answer]).toEqual(['chat', 'plain hello']);
  plain.close();
});

test('a server that goes away lets what was sent come first', async () => {
  const { server, url } = await serve({ onSession: (session) => session.send('x'.repeat(1_000_000)) });
  const session = await connect(url);
  const heard: number[] = [];
  session.onMessage((data) => heard.push(data.length));
  await server.close();
  expect(heard).toEqual([1_000_000]);
  expect((await session.closed).code).toBe(1000);
});

test('a server that does not speak Paceline is told apart', async () => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  open.push(() => new Promise((resolve) => http.close(resolve)));
  const { port } = http.address() as AddressInfo;
  http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  await expect(connect(`ws://localhost:${port}`)).rejects.toThrow(
    'connect: the connection was closed with 1006',
  );
});

test.runIf(process.platform === 'linux')('on Linux the system says how much a connection takes', async () => {
  const { server, url } = await serve({ controller: paceK });
  const session = await connect(url);
  session.send(new Uint8Array(2_000_000));
  const echo = await new Promise<Received>((resolve) => session.onMessage(resolve));
  expect(echo.length).toBe(2_000_000);
  const { congestionWindow, queued, segment } = server.sessions[0]!.engine.active!.link.kernel!()!;
  expect(segment).toBeGreaterThan(500);
  expect(congestionWindow).toBeGreaterThanOrEqual(segment);
  expect(queued).toBeGreaterThanOrEqual(0);
});

test.each<[string, PacelineServerOptions]>([
  ['PacelineServer: there must be either a port or a server', {}],
  ['mostSessions must be a whole number from 1 to 2147483648, got 0', { port: 0, mostSessions: 0 }],
  ['chunkSize must be a whole number from 256 to 65536, got 10', { port: 0, chunkSize: 10 }],
])('%s', (message, options) => {
  expect(() => new PacelineServer(options)).toThrow(message);
});
