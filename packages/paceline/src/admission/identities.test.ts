import { expect, test } from 'vitest';
import { connect, closeCodeOfHello, refusals, serve, sockets, until } from '../server/server.test.setup.ts';
import { closeCode } from '../wire/close-code.ts';

interface User {
  readonly id: string;
  readonly name: string;
}

/** Admits clients that send a name; returns a new object each time, as from a database. */
function byName({ credentials }: { readonly credentials: string }): User | false {
  return credentials !== '' && { id: credentials, name: `user ${credentials}` };
}

test('the user of a session is the value that authenticate returned, and both endpoints have the same id', async () => {
  const { server, url } = await serve({ authenticate: byName });
  const session = await connect(url, { credentials: 'ann' });
  const [other] = server.sessions;
  expect(other!.user).toEqual({ id: 'ann', name: 'user ann' });
  expect(session.user).toBeUndefined();
  expect(other!.id).toBe(session.id);
  const second = await connect(url, { credentials: 'ann' });
  expect(new Set([second.id, session.id, ...server.sessions.map(({ id }) => id)]).size).toBe(2);
});

test('the id of a session does not contain the secret part of its name', async () => {
  const { url } = await serve();
  const { id, name } = await connect(url);
  expect(id).toMatch(/^[0-9a-f]{16}-0$/);
  expect(id).toContain(Buffer.from(name.subarray(0, 8)).toString('hex'));
  expect(id).not.toContain(Buffer.from(name.subarray(16, 20)).toString('hex'));
});

test('only the identity that opened a session can add connections to it', async () => {
  const { server, url } = await serve({
    authenticate: ({ request }) => new URL(request.url!, 'ws://x').searchParams.get('who'),
  });
  const session = await connect(`${url}?who=ann`, { standbys: 0 });
  expect(await closeCodeOfHello(`${url}?who=bob`, session.name)).toBe(closeCode.otherUser);
  expect(await closeCodeOfHello(url, session.name)).toBe(closeCode.notAuthenticated);
  expect(server.sessions[0]!.endpoint.channels.size).toBe(1);
  expect(refusals.map(({ reason, message, values }) => ({ reason, message, values }))).toEqual([
    {
      reason: 'otherUser',
      message: `session ${session.id} was opened by another identity`,
      values: { session: session.id, user: 'bob' },
    },
    { reason: 'notAuthenticated', message: 'authenticate has refused the client', values: {} },
  ]);
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
});

test.each<[string, unknown, unknown]>([
  ['user ann', 'ann', true],
  ['a client without an identity', true, 'ann'],
  ['user 1', 1, '1'],
])('a session of %s refuses another kind of identity', async (_, first, second) => {
  let answer = first;
  const { url } = await serve({ authenticate: () => answer as string });
  const session = await connect(url, { standbys: 0 });
  answer = second;
  expect(await closeCodeOfHello(url, session.name)).toBe(closeCode.otherUser);
});

test('further connections are admitted if authenticate returns new objects with the same id', async () => {
  let asked = 0;
  const { server, url } = await serve({
    authenticate(client) {
      asked++;
      return byName(client);
    },
  });
  const session = await connect(url, { credentials: () => 'ann' });
  await until(() => server.sessions[0]!.endpoint.channels.size === 2);
  for (const socket of sockets) socket.terminate();
  session.send('after the cut');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('after the cut');
  expect(asked).toBeGreaterThan(2);
  expect(server.sessions).toHaveLength(1);
});

test('a session ends with otherUser if its client reconnects with the credentials of another user', async () => {
  let who = 'ann';
  const { url } = await serve({ authenticate: byName });
  const session = await connect(url, { standbys: 0, credentials: () => who });
  who = 'bob';
  sockets[0]!.terminate();
  expect(await session.closed).toEqual({ code: closeCode.otherUser, reason: 'otherUser' });
});

test('a value that the application stores in session.user does not change which clients are admitted', async () => {
  const { server, url } = await serve({ authenticate: byName });
  const session = await connect(url, { standbys: 0, credentials: () => 'ann' });
  server.sessions[0]!.user = { id: 'somebody else' };
  sockets[0]!.terminate();
  session.send('still ann');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still ann');
});
