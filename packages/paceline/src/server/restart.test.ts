import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { ConnectionChange } from '../session/session.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { connect, atTestEnd } from './server.test.setup.ts';

/** A server that can be replaced, as by a crash and a restart: connections are reset, and all sessions are lost. */
async function replaceable(
  options: Partial<PacelineServerOptions>,
): Promise<{ url: string; replace: () => void }> {
  const http = createServer();
  const connections = new Set<Socket>();
  http.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => http.listen(0, resolve));
  atTestEnd(() => new Promise((resolve) => http.close(resolve)));
  const start = (): void => {
    const server = new PacelineServer({ ...options, server: http });
    atTestEnd(() => server.close({ timeout: 0 }));
  };
  start();
  const replace = (): void => {
    http.removeAllListeners('upgrade');
    start();
    for (const socket of connections) socket.resetAndDestroy();
  };
  return { url: `ws://localhost:${(http.address() as AddressInfo).port}`, replace };
}

test('a client learns that its session is lost as soon as the restarted server answers', async () => {
  const { replace, url } = await replaceable({});
  const session = await connect(url);
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  replace();
  const message = session.send('too late');
  expect((await session.closed).code).toBe(4504);
  expect(await message.delivered).toBe('lost');
  expect(changes).toEqual(['disconnected', 'lost']);
});

test('a client of several servers with one address tries again until resumeTimeout is over', async () => {
  const { replace, url } = await replaceable({ isClustered: true });
  const session = await connect(url, { resumeTimeout: 300 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  replace();
  expect((await session.closed).code).toBe(4505);
  expect(changes).toEqual(['disconnected', 'lost']);
});
