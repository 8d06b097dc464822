import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { EventLoop } from '@doha/loop';
import { afterEach, expect, test } from 'vitest';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { paceK } from '../control/pace-k.ts';
import { ConnectError } from '../client/connect-error.ts';
import { Paceline, type ConnectOptions } from '../client/paceline.ts';
import type { Received } from '../session/inbox.ts';
import type { Session } from '../session/session.ts';
import type { Socket as SocketLike } from '../session/socket-link.ts';
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
    WebSocket: Noted as unknown as new (url: string, protocols: string) => SocketLike,
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
async function greet(url: string, session: Uint8Array): Promise<number> {
  const socket = await greeted(url, session);
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

/** A connection that asks for that session, or for a new one. */
async function greeted(url: string, session?: Uint8Array): Promise<WebSocket> {
  const socket = new WebSocket(url, 'paceline.1');
  await once(socket, 'open');
  const [purpose, name] = session === undefined ? [0, new Uint8Array(32)] : [1, session];
  socket.send(Uint8Array.of(1, 1, purpose, ...name, 0, 0));
  return socket;
}

/** The code with which each has been closed; undefined: it has not. */
function codesOf(connections: readonly WebSocket[]): (number | undefined)[] {
  const codes: (number | undefined)[] = connections.map(() => undefined);
  for (const [i, socket] of connections.entries()) socket.on('close', (code) => (codes[i] = code));
  return codes;
}

test('where there are as many connections as may be, the one that was silent longest makes way for a new one', async () => {
  const { server, url } = await serve({ mostConnections: 3 });
  const session = await connect(url, { standbys: 0 });
  const { engine } = server.sessions[0]!;
  const others: WebSocket[] = [];
  for (let i = 0; i < 2; i++) {
    others.push(await greeted(url, session.name));
    await until(() => engine.channels.size === 2 + i);
  }
  const active = engine.active!;
  active.heardAt = 0; // it has been silent longest, but is in use
  const codes = codesOf(others);
  others.push(await greeted(url, session.name));
  await until(() => codes[0] !== undefined);
  expect(codes).toEqual([4508, undefined]);
  expect([engine.channels.size, engine.active]).toEqual([3, active]);
});

test('limits hold when many are let in in one turn', async () => {
  const waiting: ((isLetIn: boolean) => void)[] = [];
  const { server, url } = await serve({
    mostSessions: 3,
    mostConnections: 2,
    authenticate: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const first = await Promise.all(Array.from({ length: 10 }, () => greeted(url)));
  const firstCodes = codesOf(first);
  await until(() => waiting.length === 10);
  for (const letIn of waiting.splice(0)) letIn(true);
  await until(() => firstCodes.filter((code) => code === 4506).length === 7);
  expect(server.sessions).toHaveLength(3);

  const [session] = server.sessions;
  const more = await Promise.all(Array.from({ length: 10 }, () => greeted(url, session!.name)));
  const moreCodes = codesOf(more);
  await until(() => waiting.length === 10);
  for (const letIn of waiting.splice(0)) letIn(true);
  await until(() => moreCodes.filter((code) => code === 4508).length === 9);
  expect(session!.engine.channels.size).toBe(2);
});

test('who has left while being authenticated begins nothing; whose session has ended is told so', async () => {
  const waiting: ((isLetIn: boolean) => void)[] = [];
  const errors: unknown[] = [];
  const { server, url } = await serve({
    loop: new EventLoop({ onError: (error) => errors.push(error) }),
    authenticate: ({ request }) => request.url !== '/slow' || new Promise((resolve) => waiting.push(resolve)),
  });
  const gone = await greeted(`${url}/slow`);
  await until(() => waiting.length === 1);
  const accepted = server.sessions.length;
  gone.terminate();
  const session = await connect(url, { standbys: 0 });
  const later = await greeted(`${url}/slow`, session.name);
  const codes = codesOf([later]);
  await until(() => waiting.length === 2);
  for (const letIn of waiting) letIn(true);
  server.sessions[0]!.terminate();
  await until(() => codes[0] !== undefined);
  expect(codes).toEqual([4504]);
  expect([accepted, server.sessions.length, errors.length]).toEqual([0, 0, 0]);
});

test('a session that onSession ends leaves no connection', async () => {
  const { server, url } = await serve({ onSession: (session) => session.terminate() });
  const session = await connect(url);
  expect(await session.closed).toEqual({ code: 1000, reason: '' });
  expect(await greet(url, session.name)).toBe(4504);
  expect(server.sessions).toEqual([]);
});

test.each([undefined, 'yes', 1, {}])('authenticate lets in for true only, not for %s', async (answer) => {
  const { url } = await serve({ authenticate: () => answer as boolean });
  await expect(connect(url)).rejects.toMatchObject({ name: 'ConnectError', code: 4502 });
});

test('a session that its client terminates is over at the server at once', async () => {
  const { server, url } = await serve({ keep: 2 ** 30 });
  const session = await connect(url);
  await until(() => server.sessions[0]?.engine.channels.size === 2);
  const other = server.sessions[0]!;
  session.terminate();
  expect(await other.closed).toEqual({ code: 1000, reason: '' });
});

test('a standby that is closed with 1000 by what lies between costs no session', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  await until(() => session.engine.channels.size === 2 && server.sessions[0]!.engine.channels.size === 2);
  sockets[1]!.close(1000);
  await until(() => sockets.length === 3 && session.engine.channels.size === 2);
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
  expect(server.sessions).toHaveLength(1);
});

test('where there are as many sessions as may be, the one without a connection longest makes way', async () => {
  const { server, url } = await serve({ mostSessions: 2, keep: 2 ** 30 });
  const [first, second] = [await greeted(url), await greeted(url)];
  await until(() => server.sessions.length === 2);
  const [one, two] = server.sessions;
  second.terminate();
  await until(() => !two!.isConnected);
  first.terminate();
  await until(() => !one!.isConnected);
  const session = await connect(url);
  expect((await two!.closed).code).toBe(4506);
  expect(server.sessions.length).toBe(2);
  expect(server.sessions).toContain(one);
  expect(session.isConnected).toBe(true);
  await connect(url);
  await expect(connect(url)).rejects.toMatchObject({ code: 4506 });
});

/** Asks for an upgrade of a path, and returns the socket. */
async function askFor(url: string, path: string): Promise<Socket> {
  const socket = createConnection(Number(new URL(url).port));
  socket.on('error', () => {});
  const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nHost: host';
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await once(socket, 'connect');
  return socket;
}

test('on a shared server other paths are refused if nobody else listens, else left to them, and crash nothing', async () => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  open.push(() => new Promise((resolve) => http.close(resolve)));
  const server = new PacelineServer({ server: http, path: '/play' });
  open.push(() => server.close({ timeout: 0 }));
  const url = `ws://localhost:${(http.address() as AddressInfo).port}`;
  const [answer] = (await once(await askFor(url, '/other'), 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);

  const left: Duplex[] = [];
  const listener = (_: unknown, socket: Duplex): void => void left.push(socket);
  http.on('upgrade', listener);
  const client = await askFor(url, '/other');
  await until(() => left.length === 1);
  client.resetAndDestroy();
  await until(() => left[0]!.destroyed);
  http.off('upgrade', listener);
  expect((await connect(`${url}/play`)).isConnected).toBe(true);
});

test('close ends though nobody answers: idle connections, plain ones, and those that have not greeted', async () => {
  const { server, url } = await serve({ onSocket: () => {} });
  const idle = createConnection(Number(new URL(url).port));
  await once(idle, 'connect');
  const plain = new WebSocket(url);
  const silent = new WebSocket(url, 'paceline.1');
  await Promise.all([once(plain, 'open'), once(silent, 'open')]);
  const client = await greeted(url);
  await until(() => server.sessions.length === 1);
  for (const { _socket: stream } of [plain, silent, client] as unknown as { readonly _socket: Socket }[])
    stream.pause(); // they neither read nor answer
  await server.close({ timeout: 10 });
  expect(server.sessions).toEqual([]);
  for (const socket of [plain, silent, client]) socket.terminate();
  idle.destroy();
});

test('who greets while the server closes is told that it goes away, and begins nothing', async () => {
  let begun = 0;
  const { server, url } = await serve({ onSession: () => begun++ });
  const socket = new WebSocket(url, 'paceline.1');
  await once(socket, 'open');
  const closed = server.close();
  socket.send(Uint8Array.of(1, 1, 0, ...new Uint8Array(32), 0, 0));
  expect(((await once(socket, 'close')) as [number])[0]).toBe(1001);
  await closed;
  expect(begun).toBe(0);
});

test('a second call of close may cut the first one short', async () => {
  const { server, url } = await serve();
  await greeted(url); // says nothing more
  await until(() => server.sessions.length === 1);
  const closed = server.close({ timeout: 2 ** 31 });
  await server.close({ timeout: 0 });
  await closed;
  await expect(server.close({ timeout: -1 })).rejects.toThrow(
    'close: timeout must be a whole number from 0 to 2147483648',
  );
});

test('listening leaves no listener behind, and rejects where it cannot, or is closed before', async () => {
  const http = createServer();
  const server = new PacelineServer({ server: http });
  const before = http.listenerCount('error');
  const listening = server.listening;
  http.listen(0);
  expect(await listening).toBe((http.address() as AddressInfo).port);
  expect(http.listenerCount('error')).toBe(before);

  const taken = new PacelineServer({ port: await server.listening });
  await expect(taken.listening).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
  http.close();

  const closed = new PacelineServer({ server: createServer() });
  const early = closed.listening;
  await closed.close();
  for (const one of [early, closed.listening])
    await expect(one).rejects.toThrow('listening: the server was closed before');
});

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

test('a server that cannot be connected to is named by what it answers', async () => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  open.push(() => new Promise((resolve) => http.close(resolve)));
  const { port } = http.address() as AddressInfo;
  http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  await expect(connect(`ws://localhost:${port}`)).rejects.toThrow(
    'connect: the connection could not be made: Unexpected server response: 404',
  );
});

test.each<[string, ServerOptions]>([
  ['takes each subprotocol and echoes', {}],
  ['takes none', { handleProtocols: () => false }],
])('a plain WebSocket server that %s is told apart', async (_, options) => {
  const plain = new WebSocketServer({ port: 0, ...options });
  open.push(() => plain.close());
  plain.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data)));
  await once(plain, 'listening');
  const error = new ConnectError(4500, 'the server does not speak Paceline (is it a PacelineServer?)');
  await expect(connect(`ws://localhost:${(plain.address() as AddressInfo).port}`)).rejects.toEqual(error);
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

test.each<[string, Record<string, unknown>]>([
  ["origins must be '*' or an array of strings, got https://one.example", { origins: 'https://one.example' }],
  ["origins must be '*' or an array of strings, got 5", { origins: [5] }],
  ['protocols must be an array of strings, got chat', { protocols: 'chat' }],
  ["path must be a string that begins with '/', got play", { path: 'play' }],
  ['authenticate must be a function, got true', { authenticate: true }],
  ['onSession must be a function, got null', { onSession: null }],
  ['onSocket must be a function, got 1', { onSocket: 1 }],
  ['loop must be an EventLoop, got [object Object]', { loop: {} }],
])('%s', (message, options) => {
  expect(() => new PacelineServer({ port: 0, ...options })).toThrow(new TypeError(message));
});
