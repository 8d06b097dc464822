import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { fixed } from '../control/fixed.ts';
import type { Received } from '../stream/inbox.ts';
import type { VirtualLink } from '../virtual/virtual-link.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { isCloseCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { creditPerMessage } from '../wire/layout.ts';
import type { FrameReceiver } from '../wire/read-frame.ts';
import { maxVarint } from '../wire/varint.ts';

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

test('of the messages with a key only the newest arrives, in the place of the first or by its priority', () => {
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

test('when the active channel stalls, a standby takes over before the stall ends', () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  const first = pair.connect(link);
  pair.connect(link);
  pair.client.send('before');
  pair.pass(1000);
  first.stall(pair.host.now() + 60_000);
  for (const data of ['during', '']) pair.client.send(data);
  pair.pass(500);
  expect(heard).toEqual(['before', 'during', '']);
  expect(pair.client.endpoint.failovers).toBe(1);
  expect(pair.server.endpoint.channels.size).toBe(1);
  pair.pass(100_000);
  expect(heard).toEqual(['before', 'during', '']);
});

test('the failover timeout is twice as long soon after a failover, and later as long as at first', () => {
  const pair = new VirtualPair();
  const patienceIn = (stalled: VirtualLink): number => {
    let lastReceivedAt = NaN;
    const forget = pair.server.onMessage(() => {
      lastReceivedAt = pair.host.now();
    });
    pair.client.send('settled');
    pair.pass(1000);
    const began = pair.host.now();
    stalled.stall(began + 10_000);
    pair.client.send('late');
    pair.pass(5000);
    forget();
    return lastReceivedAt - began;
  };
  const [one, two] = [pair.connect(link), pair.connect(link)];
  const first = patienceIn(one);
  const three = pair.connect(link);
  expect(patienceIn(two) / first).toBeGreaterThan(1.7);
  pair.connect(link);
  pair.pass(31_000);
  expect(patienceIn(three) / first).toBeLessThan(1.2);
  expect(pair.client.endpoint.failovers).toBe(3);
});

test('while both endpoints send all the time, acknowledgments have no frames of their own, and no endpoint takes that for a stall', () => {
  const pair = new VirtualPair();
  const far = { delay: 150, rate: 100 };
  const { endpoints } = pair.connect(far);
  pair.connect(far);
  let frames = 0;
  for (const endpoint of endpoints) {
    const send = endpoint.send.bind(endpoint);
    endpoint.send = (frame) => {
      frames++;
      send(frame);
    };
  }
  const steps = 500;
  for (let step = 0; step < steps; step++) {
    for (const session of [pair.client, pair.server]) session.send('state');
    pair.pass(20);
  }
  pair.pass(1000);
  expect(frames).toBeLessThan(2 * steps + 30);
  for (const session of [pair.client, pair.server]) {
    expect(session.statistics).toMatchObject({ messagesDelivered: steps, failovers: 0, connectionsMade: 2 });
  }
});

test('a silent channel is given up', () => {
  const pair = new VirtualPair({ heartbeat: 1000 });
  const only = pair.connect(link);
  pair.pass(10_000);
  expect(pair.client.isConnected).toBe(true);
  only.stall(Infinity);
  pair.pass(5000);
  expect(pair.client.isConnected).toBe(false);
});

test('an idle session wakes only for its heartbeat', () => {
  const pair = new VirtualPair({ heartbeat: 1000 });
  pair.connect(link);
  pair.client.send('once');
  pair.pass(2000);
  const { fired } = pair.loop.stats;
  pair.pass(10_000);
  expect(pair.loop.stats.fired - fired).toBeLessThan(100);
});

// Mostly small numbers, so that records refer to each other.
const few = fc.oneof(
  { weight: 9, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 16, 2 ** 32, maxVarint) },
);
const bytes = fc.oneof(
  { weight: 19, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.nat(70_000).map((length) => new Uint8Array(length)) },
);
const record = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      ...([
        'ack',
        'failover',
        'credit',
        'streamCredit',
        'closeStream',
        'stopStream',
        'suspend',
        'restart',
        'resumed',
        'ping',
      ] as const),
    ),
    a: few,
    b: few,
  }),
  fc.record({
    name: fc.constantFrom('whole', 'start', 'more', 'cancel'),
    a: few,
    b: fc.nat(30),
    payload: bytes,
  }),
  fc.record({
    name: fc.constantFrom('openStream', 'end', 'terminate'),
    a: fc.oneof(few, fc.constantFrom(1000, 3000)),
    b: fc.nat(30),
  }),
);

/** A random frame that no correct program sends. */
const mad = fc.array(record, { minLength: 1, maxLength: 6 }).map((records) => {
  const writer = new FrameWriter();
  for (const { name, a, b = 0, payload = new Uint8Array() } of records as readonly Mad[]) {
    if (name === 'whole') writer.whole(a, b % 3, b > 15, payload);
    else if (name === 'start') writer.start({ message: a, stream: b % 3, isText: b > 15, total: b }, payload);
    else if (name === 'more') writer.more(a, b, payload);
    else if (name === 'cancel') writer.cancel(a, b % 3, payload.length);
    else if (name === 'openStream') writer.openStream(a, 'x', b > 15);
    else if (name === 'end' || name === 'terminate') writer[name](a, 'x');
    else writer[name](a, b);
  }
  return writer.take();
});

interface Mad {
  readonly name: Exclude<keyof FrameReceiver, 'isClosed' | 'pong'>;
  readonly a: number;
  readonly b?: number;
  readonly payload?: Uint8Array;
}

test.each<['client' | 'server', 0 | 1]>([
  ['server', 0],
  ['client', 1],
])('random frames leave the session of a %s open, or close it with a valid code', async (name, from) => {
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(mad, bytes), { minLength: 1, maxLength: 20 }), async (frames) => {
      const pair = new VirtualPair();
      const attacked = pair[name];
      let taken = 0;
      attacked.onMessage((data) => (taken += data.length));
      const attacker = pair.connect(link).endpoints[from];
      for (const frame of frames) attacker.send(frame);
      pair.pass(1000);
      const came = frames.reduce((sum, frame) => sum + frame.length, 0);
      if (taken > came) expect.fail(`${came} bytes came, and ${taken} were taken`);
      if (attacked.queued > 0) expect.fail(`${attacked.queued} bytes are queued`);
      if (!attacked.endpoint.isClosed) return;
      closed++;
      const { code, reason } = await attacked.closed;
      // Random bytes may be a valid `end` record with any code.
      if (!isCloseCode(code)) expect.fail(`the code is ${code}`);
      if (reason.length >= 124) expect.fail(`the reason is ${reason}`);
    }),
    { numRuns: runs({ gate: 1000, long: 100_000 }) },
  );
  expect(closed).toBeGreaterThan(0);
});

test.each<[string, () => unknown]>([
  [
    'send: priority must be a finite number, got NaN',
    () => new VirtualPair().client.send('', { priority: NaN }),
  ],
  [
    'send: expiresIn must be a finite number > 0, got 0',
    () => new VirtualPair().client.send('', { expiresIn: 0 }),
  ],
  [
    'send: marginalUtility must be a finite number ≥ 0, got -1',
    () => new VirtualPair().client.send('', { marginalUtility: -1 }),
  ],
  [
    'send: a message must have up to 1048576 bytes for the peer, got 1048577',
    () => new VirtualPair().client.send(new Uint8Array(2 ** 20 + 1)),
  ],
  [
    'send: data must be a string, an ArrayBuffer or a view of one, got 1',
    () => new VirtualPair().client.send(1 as never),
  ],
  [
    'latest: data must be a string, an ArrayBuffer or a view of one, got undefined',
    () => new VirtualPair().client.latest('key', undefined as never),
  ],
  [
    'latest: a message must have up to 1048576 bytes for the peer, got 1048577',
    () => new VirtualPair().client.latest('key', new Uint8Array(2 ** 20 + 1)),
  ],
  [
    'latest: key must be a string, got undefined',
    () => new VirtualPair().client.latest(undefined as never, ''),
  ],
  ['latest: key must be a string, got 1', () => new VirtualPair().client.stream().latest(1 as never, '')],
  [
    'latest: priority must be a finite number, got NaN',
    () => new VirtualPair().client.latest('key', '', { priority: NaN }),
  ],
  ['stream: weight must be a finite number > 0, got 0', () => new VirtualPair().client.stream({ weight: 0 })],
  [
    "stream: fairness must be 'resource' or 'quality', got 'even'",
    () => new VirtualPair().client.stream({ fairness: 'even' as never }),
  ],
  [
    'stream: label must be a string of up to 1024 bytes of UTF-8, got 1025',
    () => new VirtualPair().client.stream({ label: 'x'.repeat(1025) }),
  ],
  [
    'close: code must be 1000 or from 3000 to 4999, got 5000',
    () => new VirtualPair().client.close({ code: 5000 }),
  ],
])('%s', (message, call) => {
  expect(call).toThrow(message);
});
