import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Message } from '../sender/message.ts';
import type { Session } from '../session/session.ts';
import { bytesOfFrame, framesUntilEnd, handshake, opcode } from './raw-socket.test.setup.ts';
import { connect, sendHello, serve } from './server.test.setup.ts';

test('the session of a client that reads too little ends, and onError of the server gets the reason', async () => {
  const messages: Message[] = [];
  const errors: unknown[] = [];
  const { server, url } = await serve({
    onError: (error) => errors.push(error),
    maxQueued: 1_000_000,
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
    reason: 'up to 1000000 bytes may wait to be sent; 900000 bytes wait in 1 messages, got 900000 more',
  });
  expect(errors).toEqual([
    new RangeError(
      `session ${id} has been closed: up to 1000000 bytes may wait to be sent; 900000 bytes wait in 1 messages, got 900000 more`,
    ),
  ]);
  expect(messages.map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
});

test('a message that is longer than the client allows ends the session, too', async () => {
  let status = '';
  const { url } = await serve({
    onError: () => {},
    onSession(session) {
      session.onMessage(() => ({ status } = session.send(new Uint8Array(70_000))));
    },
  });
  const client = await connect(url, { maxMessageSize: 2 ** 16 });
  client.send('more, please');
  expect((await client.closed).code).toBe(4509);
  expect(status).toBe('lost');
});

test('clients that cause the same overflow one after the other do not flood onError', async () => {
  const errors: unknown[] = [];
  const { server, url } = await serve({
    onError: (error) => errors.push(error),
    onSession: (session) => session.send(new Uint8Array(70_000)),
  });
  for (let i = 0; i < 20; i++) {
    const socket = await sendHello(url); // takes messages of up to 2^16 bytes
    await once(socket, 'close');
  }
  expect(server.sessions).toEqual([]);
  expect(errors).toHaveLength(5);
});

test('invalid frames of plain WebSockets do not flood onError', async () => {
  const errors: unknown[] = [];
  const { url } = await serve({ onError: (error) => errors.push(error), onSocket: () => {} });
  for (let i = 0; i < 20; i++) {
    const socket = await handshake(Number(new URL(url).port));
    socket.write(bytesOfFrame({ opcode: opcode.binary, rsv: 4 }));
    await framesUntilEnd(socket);
  }
  expect(errors).toHaveLength(5);
});
