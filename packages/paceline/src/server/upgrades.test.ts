import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express from 'express';
import { expect, test } from 'vitest';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { ConnectError } from '../client/connect-error.ts';
import { paceK } from '../control/pace-k.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { atTestEnd, serve, connect, until } from './server.test.setup.ts';

/** Lets a server listen until the test is over. */
async function listen(http: Server): Promise<void> {
  await new Promise<void>((resolve) => http.listen(0, resolve));
  atTestEnd(() => new Promise((resolve) => http.close(resolve)));
}

test('a PacelineServer and plain WebSockets share the server of an application', async () => {
  const http = createServer((_, response) => response.end('a page'));
  await listen(http);
  const server = new PacelineServer({
    server: http,
    protocols: ['chat'],
    onSession: (session) => session.onMessage((data) => session.send(data)),
    onSocket: (socket) => socket.on('message', (data: Buffer) => socket.send(`plain ${data.toString()}`)),
  });
  atTestEnd(() => server.close({ timeout: 100 }));
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

test.each<[string, PacelineServerOptions]>([
  ['takes plain WebSockets', { onSocket() {} }],
  ['refuses plain WebSockets', {}],
  ['authenticates plain WebSockets', { onSocket() {}, authenticate: async () => Promise.resolve(true) }],
])(
  'a PacelineServer without path that %s leaves the WebSocket of another listener alone',
  async (_, options) => {
    const own = new WebSocketServer({ noServer: true });
    const http = createServer().on('upgrade', (request, socket, head) => {
      own.handleUpgrade(request, socket, head, (opened) => opened.on('message', () => opened.send('own')));
    });
    await listen(http);
    const errors: unknown[] = [];
    const server = new PacelineServer({ server: http, onError: (error) => errors.push(error), ...options });
    atTestEnd(() => server.close());
    const client = new WebSocket(`ws://localhost:${(http.address() as AddressInfo).port}/hmr`);
    atTestEnd(() => client.terminate());
    await once(client, 'open');
    client.send('x');
    expect(String((await once(client, 'message'))[0])).toBe('own');
    const message =
      "PacelineServer: another listener of 'upgrade' has answered '/hmr'; give the option path, so that each path has one listener";
    expect(errors).toEqual([new Error(message)]);
  },
);

test('one line adds a PacelineServer to an application of Express', async () => {
  const app = express();
  app.get('/', (_, response) => void response.send('a page'));
  const http = app.listen(0);
  atTestEnd(() => new Promise((resolve) => http.close(resolve)));
  const server = new PacelineServer({ server: http, onSession: (session) => session.send('hi') });
  atTestEnd(() => server.close({ timeout: 0 }));
  const host = `localhost:${await server.listening}`;
  const session = await connect(`ws://${host}`);
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('hi');
  expect(await (await fetch(`http://${host}`)).text()).toBe('a page');
});

test('an https server accepts sessions by wss, without compression, and reads the TCP state on Linux', async () => {
  // Both endpoints have a pre-shared key, so the test needs no certificate.
  const psk = randomBytes(32);
  const ciphers = 'PSK-AES128-GCM-SHA256';
  const alike = { ciphers, maxVersion: 'TLSv1.2' } as const;
  // The types of `ws` lack these options.
  const secrets: object = {
    ...alike,
    pskCallback: () => ({ psk, identity: 'tester' }),
    checkServerIdentity: () => undefined,
  };
  const https = createSecureServer({ ...alike, pskCallback: () => psk });
  await listen(https);
  const server = new PacelineServer({
    server: https,
    controller: paceK,
    onSession: (session) => session.onMessage((data) => session.send(data)),
  });
  atTestEnd(() => server.close({ timeout: 0 }));
  const made: WebSocket[] = [];
  const session = await connect(`wss://localhost:${await server.listening}`, {
    WebSocket: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { ...secrets, perMessageDeflate: true });
        made.push(this);
      }
    },
  });
  const messages = session[Symbol.asyncIterator]();
  session.send(new Uint8Array(1_000_000));
  expect((await messages.next()).value).toHaveLength(1_000_000);
  expect(made[0]!.extensions).toBe('');
  const state = server.sessions[0]!.endpoint.active!.link.kernel!();
  if (process.platform === 'linux') expect(state!.congestionWindow).toBeGreaterThanOrEqual(state!.segment);
  else expect(state).toBeUndefined();
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

test('on a shared server other paths are refused unless there are other listeners, and no request crashes it', async () => {
  const http = createServer();
  await listen(http);
  const server = new PacelineServer({ server: http, path: '/play', onRefused: () => {} });
  atTestEnd(() => server.close({ timeout: 0 }));
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

test('no request stops a server, whatever its path, even if the client disconnects at once', async () => {
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

test('the error of connect names the HTTP status with which a server refuses', async () => {
  const http = createServer();
  await listen(http);
  const { port } = http.address() as AddressInfo;
  http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  await expect(connect(`ws://localhost:${port}`)).rejects.toThrow(
    'connect: the connection could not be made: Unexpected server response: 404',
  );
});

test.each<[string, ServerOptions]>([
  ['takes each subprotocol and echoes', {}],
  ['takes none', { handleProtocols: () => false }],
])('connect says that a plain WebSocket server that %s does not speak Paceline', async (_, options) => {
  const plain = new WebSocketServer({ port: 0, ...options });
  atTestEnd(() => plain.close());
  plain.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data)));
  await once(plain, 'listening');
  const error = new ConnectError(4500, 'the server does not speak Paceline (is it a PacelineServer?)');
  await expect(connect(`ws://localhost:${(plain.address() as AddressInfo).port}`)).rejects.toEqual(error);
});

test('maxMessageSize applies to messages of plain WebSockets, too', async () => {
  const heard: number[] = [];
  const { url } = await serve({
    maxMessageSize: 2 ** 16,
    perMessageDeflate: true,
    onError: () => {},
    onSocket: (socket) => socket.on('message', (data: Buffer) => heard.push(data.length)),
  });
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send(Buffer.alloc(2 ** 16));
  socket.send(Buffer.alloc(2 ** 16 + 1)); // compressed to a few bytes
  expect(((await once(socket, 'close')) as [number])[0]).toBe(1009);
  expect(heard).toEqual([2 ** 16]);
});
