import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixed } from '../control/fixed.ts';
import type { Received } from '../stream/inbox.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { creditPerMessage } from '../wire/layout.ts';

const link = { delay: 10, rate: 100 };

test('a message arrives after the delay of the link, and its status then becomes delivered', async () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  pair.connect(link);
  const message = pair.client.send('hello');
  expect(message.status).toBe('queued');
  pair.pass(9);
  expect(message.status).toBe('sent');
  expect(heard).toEqual([]);
  pair.pass(2);
  expect(heard).toEqual(['hello']);
  pair.pass(20);
  expect(message.status).toBe('delivered');
  expect(await Promise.all([message.sent, message.delivered])).toEqual(['sent', 'delivered']);
});

test('messages that are sent before there is a connection wait for one', () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  pair.client.send('early');
  pair.pass(1000);
  expect(pair.client.isConnected).toBe(false);
  pair.connect(link);
  pair.pass(100);
  expect(heard).toEqual(['early']);
});

const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.nat(30_000));

test('texts and bytes of all sizes arrive unchanged, in both directions at once', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const all = parts.map((one) => (typeof one === 'number' ? new Uint8Array(one).fill(one) : one));
      const pair = new VirtualPair();
      pair.connect({ delay: 3, rate: 1000 });
      for (const [from, to] of [
        [pair.client, pair.server],
        [pair.server, pair.client],
      ] as const) {
        const heard: Received[] = [];
        to.onMessage((data) => heard.push(data));
        for (const one of all) from.send(one);
        pair.pass(10_000);
        expect(heard.map(comparable)).toEqual(all.map(comparable));
      }
    }),
    { numRuns: 30 },
  );
});

/**
 * A string that differs for a text and for bytes. `toEqual` would compare large arrays byte by
 * byte.
 */
function comparable(data: Received): string {
  return typeof data === 'string' ? `text ${data}` : `bytes ${Buffer.from(data).toString('latin1')}`;
}

test('the message of the highest priority is sent first, and interrupts one that was sent in part', () => {
  const pair = new VirtualPair({ controller: fixed(10_000) });
  const heard: string[] = [];
  pair.server.onMessage((data) => heard.push((data as string).slice(0, 5)));
  pair.connect({ delay: 10, rate: 10 });
  pair.client.send('large'.padEnd(100_000));
  pair.client.send('small');
  pair.pass(100);
  pair.client.send('other', { priority: 1 });
  pair.client.send('first', { priority: 2 });
  pair.pass(20_000);
  expect(heard).toEqual(['first', 'other', 'large', 'small']);
});

test('a message that has not been sent completely can be cancelled, and never arrives', async () => {
  const pair = new VirtualPair({ controller: fixed(10_000) });
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  pair.connect({ delay: 10, rate: 10 });
  const gone = pair.client.send('gone');
  pair.pass(5);
  const large = pair.client.send(new Uint8Array(100_000));
  const waiting = pair.client.send('waiting', { expiresIn: 50 });
  const last = pair.client.send('last');
  pair.pass(100);
  expect(gone.cancel()).toBe(false);
  expect(large.status).toBe('sending');
  expect(large.cancel()).toBe(true);
  expect(large.cancel()).toBe(false);
  pair.pass(5000);
  expect(heard).toEqual(['gone', 'last']);
  expect([gone, large, waiting, last].map(({ status }) => status)).toEqual([
    'delivered',
    'cancelled',
    'expired',
    'delivered',
  ]);
  expect(await Promise.all([large.sent, large.delivered, waiting.sent])).toEqual([
    'cancelled',
    'cancelled',
    'expired',
  ]);
});

test('of the messages with a key only the newest arrives: in the place of the first if their priorities are equal, otherwise by its priority', () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  const first = pair.client.latest('position', '1');
  pair.client.send('between');
  pair.client.latest('position', '2');
  pair.client.latest('speed', 'fast');
  pair.client.latest('position', '3');
  pair.client.latest('speed', 'slow', { priority: 1 });
  pair.connect(link);
  pair.pass(100);
  expect(first.status).toBe('superseded');
  expect(heard).toEqual(['slow', '3', 'between']);
  pair.client.latest('position', '4');
  pair.pass(100);
  expect(heard.at(-1)).toBe('4');
});

test('an iterator that is not read pauses the sender', async () => {
  const pair = new VirtualPair({ settings: { receiveWindow: 10 * (10_000 + creditPerMessage) } });
  pair.connect({ delay: 5, rate: 10_000 });
  for (let i = 0; i < 50; i++) pair.client.send(new Uint8Array(10_000).fill(i));
  pair.pass(10_000);
  expect(pair.client.queued).toBe(400_000);
  let taken = 0;
  for await (const data of pair.server) {
    expect((data as Uint8Array)[0]).toBe(taken);
    if (++taken === 50) break;
    pair.pass(20);
  }
  expect(pair.client.queued).toBe(0);
});

test('a sender can wait until there is room, and gets an error if it sends far too much', async () => {
  const pair = new VirtualPair({ controller: fixed(2 ** 17) });
  pair.client.send(new Uint8Array(2 ** 20));
  let isReady = false;
  const waiting = pair.client.ready.then(() => (isReady = true));
  await Promise.resolve();
  expect(isReady).toBe(false);
  for (let i = 0; i < 15; i++) pair.client.send(new Uint8Array(2 ** 20));
  expect(() => pair.client.send('x')).toThrow(
    'send: up to 16777216 bytes may wait to be sent; 16777216 bytes wait in 16 messages, got 1 more',
  );
  pair.server.onMessage(() => {});
  pair.connect({ delay: 5, rate: 10_000 });
  pair.pass(10_000);
  await waiting;
  expect(pair.client.queued).toBe(0);
});

test('the peer receives a two-way stream, may answer by it, and gets its end after all messages', async () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onStream((stream) => {
    stream.onMessage((data) => {
      heard.push(`${stream.label}: ${String(data)}`);
      stream.send(`re: ${String(data)}`);
      stream.close();
    });
  });
  const chat = pair.client.stream({ label: 'chat', twoWay: true });
  chat.send('hi');
  chat.close();
  expect(() => chat.send('more')).toThrow('send: the stream is closed');
  pair.connect(link);
  pair.pass(1000);
  expect(heard).toEqual(['chat: hi']);
  const answers: Received[] = [];
  for await (const answer of chat) answers.push(answer);
  expect(answers).toEqual(['re: hi']);
  await chat.ended;
});

test('`ended` resolves when the peer has closed the stream, or when the session ends', async () => {
  const pair = new VirtualPair();
  const ended: string[] = [];
  pair.server.onStream((stream) => void stream.ended.then(() => ended.push(stream.label)));
  pair.connect(link);
  const one = pair.client.stream({ label: 'one' });
  pair.client.stream({ label: 'two' });
  one.send(new Uint8Array(2000));
  one.close();
  pair.pass(5);
  await Promise.resolve();
  expect(ended).toEqual([]);
  pair.pass(100);
  await Promise.resolve();
  expect(ended).toEqual(['one']);
  pair.server.terminate();
  await Promise.resolve();
  expect(ended).toEqual(['one', 'two']);
});

test('a session is closed when all messages of both endpoints have arrived', async () => {
  const pair = new VirtualPair();
  const heard: number[] = [];
  for (const session of [pair.client, pair.server]) session.onMessage((data) => heard.push(data.length));
  pair.connect({ delay: 10, rate: 100 });
  const large = pair.client.send('x'.repeat(100_000));
  pair.server.send('y'.repeat(50_000));
  const closed = pair.client.close({ code: 3001, reason: 'enough' });
  expect(pair.client.send('more').status).toBe('lost');
  pair.pass(5000);
  expect(await closed).toEqual({ code: 3001, reason: 'enough' });
  expect(await pair.server.closed).toEqual({ code: 3001, reason: 'enough' });
  expect(heard.toSorted((one, other) => one - other)).toEqual([50_000, 100_000]);
  expect(large.status).toBe('delivered');
  expect(pair.loop.pendingTimers).toBe(0);
});

test('messages that have not arrived when a session is terminated become lost', async () => {
  const pair = new VirtualPair();
  const message = pair.client.send('too late');
  const { ready } = pair.client;
  pair.client.terminate();
  expect(await message.delivered).toBe('lost');
  expect(await message.sent).toBe('lost');
  await ready;
  expect(await pair.client.closed).toEqual({ code: 4510, reason: '' });
});
