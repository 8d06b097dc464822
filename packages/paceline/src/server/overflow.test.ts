import { expect, test } from 'vitest';
import type { Message } from '../sender/message.ts';
import type { Session } from '../session/session.ts';
import { connect, serve } from './server.test.setup.ts';

test('a client that takes too little loses its session, and the server is told by onError', async () => {
  const messages: Message[] = [];
  const errors: unknown[] = [];
  const { server, url } = await serve({
    onError: (error) => errors.push(error),
    mostQueued: 1_000_000,
    onSession(session) {
      session.onMessage(() => {
        for (let i = 0; i < 3; i++) messages.push(session.send(new Uint8Array(900_000)));
      });
    },
  });
  const client = await connect(url);
  const [{ id }] = server.sessions as [Session];
  client.send('more, please');
  expect(await client.closed).toEqual({
    code: 4509,
    reason: 'up to 1000000 bytes may wait, 900000 do in 1 messages; got 900000 more',
  });
  expect(errors).toEqual([
    new RangeError(
      `session ${id} has been closed: up to 1000000 bytes may wait, 900000 do in 1 messages; got 900000 more`,
    ),
  ]);
  expect(messages.map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
});

test('so does one that takes no messages as long as that', async () => {
  let status = '';
  const { url } = await serve({
    onError: () => {},
    onSession(session) {
      session.onMessage(() => ({ status } = session.send(new Uint8Array(70_000))));
    },
  });
  const client = await connect(url, { longestMessage: 2 ** 16 });
  client.send('more, please');
  expect((await client.closed).code).toBe(4509);
  expect(status).toBe('lost');
});
