import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Refusal } from '../admission/refusal.ts';
import { PacelineServer } from './paceline-server.ts';
import { atTestEnd } from './server.test.setup.ts';

/** PacelineServers with these paths on one http server. Each sends its index to plain WebSockets. */
async function serve(...paths: (string | undefined)[]) {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  const refused: Refusal[] = [];
  const servers = paths.map(
    (path, index) =>
      new PacelineServer({
        server: http,
        path,
        onRefused: (refusal) => refused.push(refusal),
        onSocket: (socket) => socket.send(String(index)),
      }),
  );
  const closeAll = async (): Promise<unknown> =>
    Promise.all(servers.map((server) => server.close({ timeout: 0 })));
  atTestEnd(() => http.close());
  atTestEnd(closeAll);
  return { closeAll, http, refused, servers, url: `ws://localhost:${(http.address() as AddressInfo).port}` };
}

/** Index of the server that takes a client, or the status of the refusal. */
async function takerOf(url: string): Promise<string | number> {
  const socket = new WebSocket(url);
  socket.on('error', () => {}); // it is terminated before it is open
  atTestEnd(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('message', (data: Buffer) => resolve(data.toString()));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode!));
  });
}

test('each server of an http server takes its own path, and any other path is answered with 404', async () => {
  const { closeAll, http, refused, url } = await serve('/a', '/b');
  expect(await takerOf(`${url}/a`)).toBe('0');
  expect(await takerOf(`${url}/b?query`)).toBe('1');
  expect(await takerOf(`${url}/other`)).toBe(404);
  expect(refused).toMatchObject([
    { reason: 'path', message: "the path must be /a or /b, got '/other'", values: { path: '/b' } },
  ]);
  await closeAll();
  await new Promise((resolve) => http.close(resolve));
});

test.each([
  [['/a', undefined], '0', '1'],
  [[undefined, '/a'], '1', '0'],
])(
  'with the paths %j, the server without a path takes all paths but those of the other server',
  async (paths, a, rest) => {
    const { url } = await serve(...paths);
    expect([await takerOf(`${url}/a`), await takerOf(`${url}/other`)]).toEqual([a, rest]);
  },
);

test.each([['/a'], [undefined]])('a newer server for the path %s replaces an older one', async (path) => {
  const { servers, url } = await serve(path, path);
  expect(await takerOf(`${url}/a`)).toBe('1');
  await servers[1]!.close({ timeout: 0 });
  expect(await takerOf(`${url}/a`)).toBe('0');
});

test('a path of no server is left to a listener of the application, until that is removed', async () => {
  const { http, url } = await serve('/a', '/b');
  const own = (_: unknown, socket: Duplex): void => void socket.end('HTTP/1.1 410 Gone\r\n\r\n');
  const prefix = (request: { readonly url?: string | undefined }, socket: Duplex): void => {
    if (request.url === '/own') own(request, socket);
  };
  http.on('upgrade', prefix);
  expect([await takerOf(`${url}/own`), await takerOf(`${url}/a`)]).toEqual([410, '0']);
  http.off('upgrade', prefix);
  expect(await takerOf(`${url}/own`)).toBe(404);
});

test('servers that are closed leave no listener behind', async () => {
  const { closeAll, http, servers, url } = await serve('/a', '/b');
  await servers[0]!.close({ timeout: 0 });
  expect([await takerOf(`${url}/a`), await takerOf(`${url}/b`)]).toEqual([404, '1']);
  await closeAll();
  expect(http.listenerCount('upgrade')).toBe(0);
});

test('a server that is made after the application has removed all listeners listens again', async () => {
  const { http, url } = await serve('/a');
  http.removeAllListeners('upgrade');
  const again = new PacelineServer({ server: http, path: '/c', onSocket: (socket) => socket.send('again') });
  atTestEnd(() => again.close({ timeout: 0 }));
  expect(await takerOf(`${url}/c`)).toBe('again');
});
