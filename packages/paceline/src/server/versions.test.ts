import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { closeCode } from '../wire/close-code.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { PacelineServer } from './paceline-server.ts';
import { connect, atTestEnd, refusals, serve, sockets } from './server.test.setup.ts';

/** Code and reason with which a connection that offers these subprotocols is closed. */
async function endOf(url: string, offered: string[]): Promise<[code: number, reason: string]> {
  const socket = new WebSocket(url, offered);
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return [code, reason.toString()];
}

const byName = [closeCode.otherVersion, `the server speaks ${protocol}, the client paceline.9`];

test('a server refuses a client of another version with a reason', async () => {
  const { url } = await serve();
  expect(await endOf(url, ['paceline.9'])).toEqual(byName);
  expect(await endOf(url, ['chat', 'paceline.9'])).toEqual(byName);
  expect(refusals[0]).toMatchObject({
    reason: 'otherVersion',
    values: { server: protocol, client: 'paceline.9' },
  });
});

test('a PacelineWebSocketServer refuses a client of another version unless it also offers another subprotocol', async () => {
  const server = new PacelineWebSocketServer({
    port: 0,
    onRefused: (refusal) => refusals.push(refusal),
  });
  atTestEnd(() => server.close());
  server.on('connection', (socket) => socket.send(`plain ${socket.protocol}`));
  await once(server, 'listening');
  const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
  expect(await endOf(url, ['paceline.9'])).toEqual(byName);
  const plain = new WebSocket(url, ['chat', 'paceline.9']);
  expect(await once(plain, 'message')).toEqual([Buffer.from('plain chat'), false]);
  plain.terminate();
  expect(refusals).toHaveLength(1);
});

test('a server with onSocket serves a client of another version as a plain one if the client also offers another subprotocol', async () => {
  const { url } = await serve({ protocols: ['chat'], onSocket: (socket) => socket.send('plain') });
  expect(await endOf(url, ['paceline.9'])).toEqual(byName);
  const plain = new WebSocket(url, ['chat', 'paceline.9']);
  expect(await once(plain, 'message')).toEqual([Buffer.from('plain'), false]);
  plain.terminate();
});

test('a client that is refused by a server of another version gets the reason', async () => {
  const server = new WebSocketServer({ port: 0, handleProtocols: () => protocol });
  atTestEnd(() => server.close());
  const why = `the server speaks paceline.9, the client ${protocol}`;
  server.on('connection', (socket) => socket.close(closeCode.otherVersion, why));
  await once(server, 'listening');
  await expect(connect(`ws://localhost:${(server.address() as AddressInfo).port}`)).rejects.toMatchObject({
    name: 'ConnectError',
    code: closeCode.otherVersion,
    message: `connect: ${why} (4501)`,
  });
});

test('a session ends with otherVersion when its server comes back in another version', async () => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  atTestEnd(() => new Promise((resolve) => http.close(resolve)));
  const server = new PacelineServer({ server: http });
  atTestEnd(() => server.close({ timeout: 0 }));
  const session = await connect(`ws://localhost:${(http.address() as AddressInfo).port}`, { standbys: 0 });
  http.removeAllListeners('upgrade');
  const next = new WebSocketServer({ server: http, handleProtocols: () => protocol });
  next.on('connection', (socket) => socket.close(closeCode.otherVersion, 'the server speaks paceline.9'));
  sockets[0]!.terminate();
  expect(await session.closed).toEqual({
    code: closeCode.otherVersion,
    reason: 'the server speaks paceline.9',
  });
});
