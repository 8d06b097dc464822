import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { TestClient } from '../client/test-client.test.setup.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import type { Session } from '../session/session.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { closeCode } from '../wire/close-code.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { PacelineServer } from './paceline-server.ts';
import { connect, sendHello, atTestEnd, serve, until } from './server.test.setup.ts';

// The application disposes the loop that it has given to an endpoint. The loop has no `onError`, so
// any error would be an uncaught exception, for which Vitest fails.

let loop: EventLoop;
beforeEach(() => {
  loop = new EventLoop();
});
afterEach(() => loop.dispose());

const terminated = { code: closeCode.terminated, reason: '' };

test('when its loop is disposed, a client ends its session, and the server learns of the end', async () => {
  const sessions: Session[] = [];
  const { url } = await serve({ onSession: (session) => sessions.push(session) });
  const client = await connect(url, { loop });
  const changes: string[] = [];
  client.onConnectionChange((change) => changes.push(change));
  const before = client.send('x', { expiresIn: 1000 });
  loop.dispose();
  expect([client.isConnected, loop.pendingTimers]).toEqual([false, 0]);
  expect(await client.closed).toEqual(terminated);
  expect(await sessions[0]!.closed).toEqual(terminated);
  const after = [client.send('y', { expiresIn: 1000 }), client.latest('key', 'z'), client.stream().send('z')];
  expect([before, ...after].map(({ status }) => status)).toEqual(['lost', 'lost', 'lost', 'lost']);
  client.terminate();
  expect(await client.close()).toEqual(terminated);
  expect(changes).toEqual([]);
});

test('when its loop is disposed, a client without a connection stops connecting', async () => {
  const client = new TestClient();
  const session = await client.connected({ loop });
  for (const socket of client.sockets) socket.end(1006);
  const { length } = client.sockets;
  loop.dispose();
  expect(await session.closed).toEqual(terminated);
  client.last.end(1006);
  expect([client.sockets.length, loop.pendingTimers]).toEqual([length, 0]);
});

test('when its loop is disposed, connect rejects', async () => {
  const client = new TestClient();
  const connecting = client.connect({ loop });
  client.last.open();
  loop.dispose();
  await expect(connecting).rejects.toMatchObject({
    code: closeCode.terminated,
    message: 'connect: the loop was disposed',
  });
  client.last.serverHello();
  expect([client.last.readyState, loop.pendingTimers]).toEqual([2, 0]);
});

test('a loop holds no callbacks of sessions, sockets and servers that have ended', async () => {
  const watching: Set<() => void> = new Set();
  class Watched extends EventLoop {
    override whenDisposed(callback: () => void): () => void {
      watching.add(callback);
      const unwatch = super.whenDisposed(callback);
      return () => {
        watching.delete(callback);
        unwatch();
      };
    }
  }
  loop = new Watched();
  const { server, url } = await serve({ loop });
  const client = await connect(url, { loop });
  const socket = new PacelineSocket(url, [], { loop, WebSocket: WebSocket as unknown as SocketClass });
  await new Promise((resolve) => (socket.onopen = resolve));
  expect(watching.size).toBe(6); // the server, the socket, and both endpoints of each of two sessions
  await client.close();
  const closed = new Promise((resolve) => (socket.onclose = resolve));
  socket.close();
  await closed;
  await server.close();
  expect(watching.size).toBe(0);
});

const socketServers: readonly [string, () => Promise<string>, number][] = [
  ['a server that speaks Paceline', async () => (await serve()).url, 1006],
  ['a plain server', async () => plainServer(), 1005],
];

async function plainServer(): Promise<string> {
  const plain = new WebSocketServer({ port: 0 });
  atTestEnd(() => plain.close());
  await once(plain, 'listening');
  return `ws://localhost:${(plain.address() as AddressInfo).port}`;
}

test.each(socketServers)('when its loop is disposed, a socket to %s closes', async (_, start, code) => {
  const classify = (): object => ({});
  const options = { loop, classify, WebSocket: WebSocket as unknown as SocketClass };
  const socket = new PacelineSocket(await start(), options);
  const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
  await new Promise((resolve) => (socket.onopen = resolve));
  loop.dispose();
  expect(socket.readyState).toBe(socket.CLOSING);
  socket.send('late');
  expect((await closed).code).toBe(code);
  expect([socket.readyState, loop.pendingTimers]).toEqual([socket.CLOSED, 0]);
});

test('when its loop is disposed, a PacelineSocket that is connecting fails', async () => {
  const http = createServer().on('upgrade', () => {}); // it does not answer
  http.listen(0);
  await once(http, 'listening');
  atTestEnd(() => http.close().closeAllConnections());
  const url = `ws://localhost:${(http.address() as AddressInfo).port}`;
  const socket = new PacelineSocket(url, {
    loop,
    timeout: 60_000,
    WebSocket: WebSocket as unknown as SocketClass,
  });
  const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
  loop.dispose();
  expect((await closed).code).toBe(1006);
  expect(loop.pendingTimers).toBe(0);
});

test('when its loop is disposed, a server ends its sessions and connections, and closes', async () => {
  const plain: WebSocket[] = [];
  const { server, url } = await serve({ loop, onSocket: (socket) => plain.push(socket) });
  const client = await connect(url);
  const changes: string[] = [];
  client.onConnectionChange((change) => changes.push(change));
  const socket = new WebSocket(url);
  await until(() => plain.length === 1);
  await sendHello(url, new Uint8Array(32)); // a connection whose session is unknown
  const [session] = server.sessions;
  loop.dispose();
  expect(await session!.closed).toEqual(terminated);
  expect(await client.closed).toEqual(terminated);
  expect(changes).toEqual(['lost']);
  await once(socket, 'close');
  await server.close();
  await expect(server.listening).rejects.toThrow('listening: the server was closed before');
  expect([server.sessions, loop.pendingTimers]).toEqual([[], 0]);
});

test('when its loop is disposed, a server closes although neither its clients nor authenticate answer', async () => {
  const { server, url } = await serve({
    loop,
    authenticate: async () => new Promise(() => {}),
    onSocket() {},
  });
  const socket = await sendHello(url);
  socket.pause();
  const plain = new WebSocket(url);
  const refused = once(plain, 'unexpected-response');
  await until(() => loop.pendingTimers >= 2);
  loop.dispose();
  const [, response] = (await refused) as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(503);
  await server.close();
});

test('when its loop is disposed, a PacelineWebSocketServer ends its sessions and closes', async () => {
  const server = new PacelineWebSocketServer({ port: 0, loop });
  await once(server, 'listening');
  const client = await connect(`ws://localhost:${(server.address() as AddressInfo).port}`);
  const [socket] = server.clients;
  const closed = Promise.all([once(server, 'close'), once(socket!, 'close')]);
  loop.dispose();
  expect(await client.closed).toEqual(terminated);
  expect((await closed)[1]).toEqual([1006, Buffer.alloc(0)]);
  expect(loop.pendingTimers).toBe(0);
});

test('when the loop of a VirtualPair is disposed, both endpoints end', async () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 10 });
  pair.pass(100);
  pair.loop.dispose();
  expect(await Promise.all([pair.client.closed, pair.server.closed])).toEqual([terminated, terminated]);
});

test.each<[string, (options: object) => unknown]>([
  ['PacelineServer', (options) => new PacelineServer({ port: 0, ...options })],
  ['PacelineWebSocketServer', (options) => new PacelineWebSocketServer({ port: 0, ...options })],
  ['PacelineSocket', (options) => new PacelineSocket('ws://localhost', { WebSocket, ...options } as never)],
  ['connect', async (options) => connect('ws://localhost', options)],
])('%s refuses a disposed loop', async (what, make) => {
  const disposed = new EventLoop({ host: new VirtualHost() });
  disposed.dispose();
  const made = async (): Promise<unknown> => make({ loop: disposed });
  await expect(made()).rejects.toThrow(
    `${what}: loop must be an EventLoop that is not disposed, got an object (EventLoop)`,
  );
});
