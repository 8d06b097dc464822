import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { none } from '../control/none.ts';
import { paceK } from '../control/pace-k.ts';
import type { Received } from '../stream/inbox.ts';
import { BreakingProxy } from './breaking-proxy.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { serve, connect, sockets, until, closeCodeOfHello } from './server.test.setup.ts';

test('messages are sent in both directions', async () => {
  const { url } = await serve();
  const session = await connect(url);
  const all = ['hello', new Uint8Array(100_000).fill(7), '', new Uint8Array()];
  for (const data of all) session.send(data);
  const heard: Received[] = [];
  for await (const data of session) if (heard.push(data) === all.length) break;
  expect(heard).toEqual(all);
  expect(await session.close()).toEqual({ code: 1000, reason: '' });
});

test('by default the maximum message size is 100 MiB, as with ws', async () => {
  const { url } = await serve();
  const session = await connect(url);
  const data = new Uint8Array(100 * 2 ** 20);
  for (let at = 0; at < data.length; at += 997) data[at] = at;
  session.send(data);
  const echo = await new Promise<Received>((resolve) => session.onMessage(resolve));
  expect(Buffer.compare(echo as Uint8Array, data)).toBe(0);
  expect(() => session.send(new Uint8Array(100 * 2 ** 20 + 1))).toThrow(
    'send: a message must have up to 104857600 bytes for the peer, got 104857601',
  );
});

test('a cut connection loses no message: a standby takes over, and a new one is made', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  await until(() => session.endpoint.channels.size === 2);
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
  await until(() => session.endpoint.channels.size === 2 && server.sessions[0]!.endpoint.channels.size === 2);
});

test('a session that is closing does not replace a lost standby', async () => {
  const { url } = await serve();
  const session = await connect(url);
  session.onMessage(() => {});
  await until(() => session.endpoint.channels.size === 2);
  session.send(new Uint8Array(5_000_000));
  const closed = session.close();
  sockets[1]!.terminate();
  expect((await closed).code).toBe(1000);
  expect(sockets).toHaveLength(2);
});

test('an ended session leaves no connection, although one was being made', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  expect(sockets).toHaveLength(2);
  session.terminate();
  await until(() => sockets.every(({ readyState }) => readyState === WebSocket.CLOSED));
  await until(() => server.sessions.every(({ isConnected }) => !isConnected));
  expect(session.isConnected).toBe(false);
});

test('when all connections are cut, the session continues by a new one', async () => {
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

test('a session ends at both endpoints if its client does not come back', async () => {
  const { server, url } = await serve({ resumeTimeout: 50 });
  const proxy = await BreakingProxy.to(Number(new URL(url).port));
  const session = await connect(proxy.url, { resumeTimeout: 50, standbys: 0 });
  await until(() => server.sessions.length === 1);
  const other = server.sessions[0]!;
  proxy.refuse();
  expect((await session.closed).code).toBe(4507);
  expect((await other.closed).code).toBe(4507);
  await proxy.close();
});

test('a session that is terminated in onSession leaves no connection', async () => {
  const { server, url } = await serve({ onSession: (session) => session.terminate() });
  const session = await connect(url);
  expect(await session.closed).toEqual({ code: 4510, reason: '' });
  expect(await closeCodeOfHello(url, session.name)).toBe(4504);
  expect(server.sessions).toEqual([]);
});

test('a session that its client terminates ends at the server at once', async () => {
  const { server, url } = await serve({ resumeTimeout: 2 ** 30 });
  const session = await connect(url);
  await until(() => server.sessions[0]?.endpoint.channels.size === 2);
  const other = server.sessions[0]!;
  session.terminate();
  expect(await other.closed).toEqual({ code: 4510, reason: '' });
});

test('a standby that a proxy closes with 1000 ends no session', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  await until(() => session.endpoint.channels.size === 2 && server.sessions[0]!.endpoint.channels.size === 2);
  sockets[1]!.close(1000);
  await until(() => sockets.length === 3 && session.endpoint.channels.size === 2);
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
  expect(server.sessions).toHaveLength(1);
});

test('connections that a proxy closes with 1000 end no session', async () => {
  const { server, url } = await serve();
  const session = await connect(url);
  await until(() => session.endpoint.channels.size === 2 && server.sessions[0]!.endpoint.channels.size === 2);
  for (const socket of sockets.slice()) socket.close(1000);
  await until(() => sockets.length > 2 && session.isConnected);
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
  expect(server.sessions).toHaveLength(1);
});

test.runIf(process.platform === 'linux')(
  'on Linux a server reads the TCP state of a connection from the kernel',
  async () => {
    const { server, url } = await serve({ controller: paceK });
    const session = await connect(url);
    session.send(new Uint8Array(2_000_000));
    const echo = await new Promise<Received>((resolve) => session.onMessage(resolve));
    expect(echo.length).toBe(2_000_000);
    const state = server.sessions[0]!.endpoint.active!.link.kernel!()!;
    const { congestionWindow, minRoundTrip, queued, segment } = state;
    expect(segment).toBeGreaterThan(500);
    expect(congestionWindow).toBeGreaterThanOrEqual(segment);
    expect(queued).toBeGreaterThanOrEqual(0);
    expect(minRoundTrip).toBeGreaterThan(0);
    expect(minRoundTrip).toBeLessThan(1000);
  },
);

test.each<[string, PacelineServerOptions]>([
  ['PacelineServer: there must be either a port or a server', {}],
  ['maxSessions must be a whole number from 1 to 2147483648, got 0', { port: 0, maxSessions: 0 }],
  ['chunkSize must be a whole number from 256 to 65536, got 10', { port: 0, chunkSize: 10 }],
  [
    'PacelineServer: controller: ackRate must be a whole number from 20000 to 40000, got 50000',
    { port: 0, controller: () => ({ ...none(), ackRate: 50_000 }) },
  ],
])('%s', (message, options) => {
  expect(() => new PacelineServer(options)).toThrow(message);
});

test.each<[string, Record<string, unknown>]>([
  [
    "origins must be '*' or an array of strings, got 'https://one.example'",
    { origins: 'https://one.example' },
  ],
  ["origins must be '*' or an array of strings, got an array", { origins: [5] }],
  ["hosts must be an array of strings, got 'game.example'", { hosts: 'game.example' }],
  ['host must be a string that is not empty, got 7', { host: 7 }],
  ['onRefused must be a function, got true', { onRefused: true }],
  ["protocols must be an array of strings, got 'chat'", { protocols: 'chat' }],
  [
    "protocols must be names without spaces and separators, as RFC 6455 has them, got 'a b'",
    { protocols: ['chat', 'a b'] },
  ],
  [
    "protocols must be names without spaces and separators, as RFC 6455 has them, got ''",
    { protocols: [''] },
  ],
  ["path must be a string that begins with '/', got 'play'", { path: 'play' }],
  ['authenticate must be a function, got true', { authenticate: true }],
  ['onSession must be a function, got null', { onSession: null }],
  [
    'onSession must be a function that is not a generator function, got the function onSession',
    { onSession: function* () {} },
  ],
  [
    'authenticate must be a function that is not a generator function, got the function authenticate',
    { authenticate: async function* () {} },
  ],
  ["onError must be a function, got 'log'", { onError: 'log' }],
  ['onSocket must be a function, got 1', { onSocket: 1 }],
  ['loop must be an EventLoop, got an object (Object)', { loop: {} }],
])('%s', (message, options) => {
  expect(() => new PacelineServer({ port: 0, ...options })).toThrow(
    new TypeError(`PacelineServer: ${message}`),
  );
});

test.each([
  ['/play?x=1', '/play'],
  ['/play#x', '/play'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
  ['/a b', '/a%20b'],
  ['/play/../b', '/b'],
])('the path %s, which no client sends, is refused', (path, right) => {
  expect(() => new PacelineServer({ port: 0, path })).toThrow(
    new RangeError(
      `PacelineServer: path must be a path as clients send it, such as '${right}', got '${path}'`,
    ),
  );
});

test.each([
  'https://game.example',
  '',
  '*',
  '*.game.example',
  'game.example/',
  'bücher.example',
  'a,b',
  'u@game.example',
  '::1',
  '[0:0::1]',
  '127.1',
  'game.example:0',
  'game.example:70000',
])("the name '%s', which is in no header Host, is refused", (host) => {
  expect(() => new PacelineServer({ port: 0, hosts: ['game.example', host] })).toThrow(
    new RangeError(
      `PacelineServer: hosts must be names or addresses as in the header Host, in ASCII and perhaps with a port, such as 'game.example', got '${host}'`,
    ),
  );
});

test('paths and names that clients send are accepted', async () => {
  const hosts = [
    'Game.example',
    'game.example:80',
    'my_host.',
    '[::1]',
    '[::1]:8080',
    '127.0.0.1',
    'xn--bcher-kva.example',
  ];
  for (const path of ['/', '/play/', '//a', '/a%20b', "/~a_b-c.d!$&'()*+,;=:@"])
    await expect(new PacelineServer({ port: 0, path, hosts }).close()).resolves.toBeUndefined();
});
