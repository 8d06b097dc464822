import { expect, test } from 'vitest';
import type { Message } from '../sender/message.ts';
import { connect, serve } from './server.test.setup.ts';

test('a client that takes too little loses its session, and nothing is thrown at the server', async () => {
  const messages: Message[] = [];
  const { url } = await serve({
    mostQueued: 1_000_000,
    onSession(session) {
      session.onMessage(() => {
        for (let i = 0; i < 3; i++) messages.push(session.send(new Uint8Array(900_000)));
      });
    },
  });
  const client = await connect(url);
  client.send('more, please');
  expect(await client.closed).toEqual({
    code: 4509,
    reason: 'up to 1000000 bytes may wait, 900000 do in 1 messages; got 900000 more',
  });
  expect(messages.map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
});

test('nor by one that takes no messages as long as that', async () => {
  let status = '';
  const { url } = await serve({
    onSession(session) {
      session.onMessage(() => ({ status } = session.send(new Uint8Array(70_000))));
    },
  });
  const client = await connect(url, { longestMessage: 2 ** 16 });
  client.send('more, please');
  expect((await client.closed).code).toBe(4509);
  expect(status).toBe('lost');
});
