import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { connect, refusals, serve, sockets, until } from '../server/server.test.setup.ts';
import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';

const failure = new Error('the database is down');

const ways: [string, () => never | Promise<never>][] = [
  [
    'throws',
    () => {
      throw failure;
    },
  ],
  ['rejects', () => Promise.reject(failure)],
];

test.each(ways)('a session resumes although authenticate %s at the first three attempts', async (_, fail) => {
  const errors: unknown[] = [];
  let failures = 0;
  const { server, url } = await serve({
    authenticate: () => (failures-- > 0 ? fail() : 'ann'),
    onError: (error) => errors.push(error),
  });
  const host = new VirtualHost();
  const session = await connect(url, { standbys: 0, loop: new EventLoop({ host }) });
  failures = 3;
  sockets[0]!.terminate();
  await until(() => {
    host.advanceTo(host.now() + 5);
    return session.endpoint.isClosed || (session.isConnected && failures < 0);
  });
  const [other] = server.sessions as [Session];
  expect([session.isConnected, other.id, errors]).toEqual([true, session.id, [failure, failure, failure]]);
  expect(refusals.map(({ reason, message }) => [reason, message])).toEqual(
    errors.map(() => ['internalError', 'authenticate has failed, see onError']),
  );
});

test('a session ends if authenticate refuses the client when it reconnects', async () => {
  let answer: string | false = 'ann';
  const { url } = await serve({ authenticate: () => answer });
  const session = await connect(url, { standbys: 0 });
  answer = false;
  sockets[0]!.terminate();
  expect((await session.closed).code).toBe(closeCode.notAuthenticated);
});

test.each([...ways, ['returns an invalid identity', () => ({}) as never] as const])(
  'connect rejects with the code internalError if authenticate %s',
  async (_, fail) => {
    const { url } = await serve({ authenticate: () => fail(), onError: () => {} });
    await expect(connect(url)).rejects.toMatchObject({
      name: 'ConnectError',
      code: closeCode.internalError,
      reason: 'internalError',
    });
  },
);
