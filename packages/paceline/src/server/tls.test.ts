import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { cert, key } from './certificate.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import { connect, atTestEnd, until } from './server.test.setup.ts';

async function listen(): Promise<{ readonly https: Server; readonly url: string }> {
  const https = createServer({ cert, key });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  atTestEnd(() => new Promise((resolve) => https.close(resolve)));
  return { https, url: `wss://localhost:${(https.address() as AddressInfo).port}` };
}

const sockets: WebSocket[] = [];

/** A WebSocket that trusts the certificate. */
class Trusting extends WebSocket {
  constructor(url: string | URL, protocols: string | string[]) {
    super(url, protocols, { ca: cert });
    sockets.push(this);
  }
}

test('sessions use TLS with a certificate, and continue when the connection is cut', async () => {
  const { https, url } = await listen();
  const server = new PacelineServer({
    server: https,
    onSession: (session) => session.onMessage((data) => session.send(data)),
  });
  atTestEnd(() => server.close({ timeout: 0 }));
  const session = await connect(url, { WebSocket: Trusting, standbys: 0 });
  const messages = session[Symbol.asyncIterator]();
  session.send(new Uint8Array(1_000_000));
  expect((await messages.next()).value).toHaveLength(1_000_000);
  sockets.at(-1)!.terminate();
  session.send('after the cut');
  expect((await messages.next()).value).toBe('after the cut');
  expect((await session.close()).code).toBe(1000);
});

test('the error of connect says that the certificate is not trusted', async () => {
  const { https, url } = await listen();
  const server = new PacelineServer({ server: https });
  atTestEnd(() => server.close({ timeout: 0 }));
  await expect(connect(url)).rejects.toThrow(
    'connect: the connection could not be made: self-signed certificate',
  );
});

test('a PacelineWebSocketServer serves both kinds of clients over TLS', async () => {
  const { https, url } = await listen();
  const server = new PacelineWebSocketServer({ server: https });
  atTestEnd(() => {
    for (const client of server.clients) client.terminate();
  });
  server.on('connection', (socket) => {
    const { _socket: connection } = socket as unknown as {
      readonly _socket: Socket & { encrypted: boolean };
    };
    socket.on('message', (data: Buffer) => socket.send(`${connection.encrypted} ${data.toString()}`));
  });
  const paced = new PacelineSocket(url, [], { WebSocket: Trusting as unknown as SocketClass });
  const answer = new Promise((resolve) => paced.addEventListener('message', ({ data }) => resolve(data)));
  paced.addEventListener('open', () => paced.send('paced'));
  expect(await answer).toBe('true paced');

  const plain = new Trusting(url, []);
  await once(plain, 'open');
  plain.send('plain');
  expect(await once(plain, 'message')).toEqual([Buffer.from('true plain'), false]);
  plain.terminate();
  await until(() => server.clients.size === 1);
});
