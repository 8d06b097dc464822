import { expect, test } from 'vitest';
import { fixed } from '../control/fixed.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import type { Received } from '../stream/inbox.ts';
import type { Link } from '../transport/link.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import type { Settings } from '../wire/hello.ts';
import type { CloseOptions } from './close-options.ts';

const fast = { delay: 1, rate: 10_000 };

/** A connection whose peer reads everything and sends nothing. */
class Mute implements Link {
  readonly buffered = 0;
  bytes = 0;
  isClosed = false;

  send(frame: Uint8Array): void {
    this.bytes += frame.length;
  }

  close(): void {
    this.isClosed = true;
  }
}

test('fewer bytes of small messages may wait, because each message takes some memory', () => {
  const { client } = new VirtualPair();
  const send = (): void => {
    for (let i = 0; i < 40_000; i++) client.send('x');
  };
  expect(send).toThrow(
    'send: up to 32768 messages may wait to be sent; 32768 bytes wait in 32768 messages, got 1 more',
  );
});

test('unread empty messages are bounded, and all arrive when they are read', async () => {
  const pair = new VirtualPair({ settings: { receiveWindow: 2 ** 18, streamWindow: 2 ** 18 } });
  pair.connect(fast);
  const messages = Array.from({ length: 2000 }, () => pair.client.send(''));
  pair.pass(10_000);
  expect(messages.filter(({ status }) => status === 'delivered')).toHaveLength(2 ** 18 / 256);
  let taken = 0;
  for await (const _ of pair.server) {
    if (++taken === messages.length) break;
    pair.pass(10);
  }
  expect(pair.client.queued).toBe(0);
});

test('a peer that acknowledges nothing gets a bounded number of bytes, whatever the controller allows', () => {
  const pair = new VirtualPair({
    controller: fixed(2 ** 40),
    settings: { receiveWindow: 2 ** 30, streamWindow: 2 ** 30, reassemblyLimit: 2 ** 30 },
  });
  const mute = new Mute();
  pair.client.bind(mute);
  for (let i = 0; i < 40; i++) {
    if (pair.client.queued < 2 ** 23) pair.client.send(new Uint8Array(2 ** 20));
    pair.pass(100);
  }
  expect(mute.bytes).toBeGreaterThan(2 ** 23);
  expect(mute.bytes).toBeLessThanOrEqual(2 ** 24);
});

test('answers to a peer that sends much and reads nothing do not fill the buffer of its connection', () => {
  const pair = new VirtualPair();
  const link = new Mute();
  const channel = pair.server.bind(link);
  Object.defineProperty(link, 'buffered', { get: () => link.bytes });
  pair.server.onMessage(() => {});
  const writer = new FrameWriter();
  for (let i = 0; i < 200_000; i++) {
    writer.ping(2 ** 50);
    writer.whole(i, 0, false, new Uint8Array());
    pair.server.endpoint.receive(channel, writer.take());
    pair.pass(1);
  }
  expect(link.bytes).toBeLessThan(2 ** 20 + 100);
});

test.each<[string, Partial<Settings>, (writer: FrameWriter, i: number) => void, number?]>([
  [
    'more data has arrived than the credit allowed',
    {},
    (to, i) => to.whole(i, 0, false, new Uint8Array(200_000)),
    6,
  ],
  [
    'too many messages are missing',
    { receiveWindow: 2 ** 26, streamWindow: 2 ** 26 },
    (to, i) => to.cancel(2 * i, 0, 0),
    2 ** 16 + 1,
  ],
  ['too many incomplete messages', { receiveWindow: 2 ** 26, streamWindow: 2 ** 26 }, begin(2), 4097],
  ['too many incomplete messages', { reassemblyLimit: 2 ** 20 }, begin(2 ** 20), 2],
  ['message 0 has 1048577 bytes, 1048576 are allowed', {}, begin(2 ** 20 + 1)],
  ['a label is too long', {}, (to) => to.openStream(2, 'x'.repeat(1025), false)],
  ['a label is too long', {}, (to) => to.openStream(2, 'ä'.repeat(513), false)],
  ['a reason is too long', {}, (to) => to.end(1000, 'ä'.repeat(62))],
  ['a reason is too long', {}, (to) => to.terminate(1000, 'x'.repeat(100_000))],
  ['it is too long', {}, (to) => to.whole(0, 0, false, new Uint8Array(2 ** 18))],
  ['it acknowledges 5 frames, but fewer were sent', {}, (to) => to.ack(5, 0, 0)],
  ['1000000000000000 is no valid epoch', {}, (to) => to.failover(1e15)],
  ['1006 is no valid close code', {}, (to) => to.terminate(1006, '')],
  ['2500 is no valid close code', {}, (to) => to.terminate(2500, '')],
])('a session ends if its peer violates the protocol: %s', async (fault, settings, write, count = 1) => {
  const pair = new VirtualPair({ settings });
  const [attacker] = pair.connect(fast).endpoints;
  const writer = new FrameWriter();
  for (let i = 0; i < count; i++) {
    write(writer, i);
    if (writer.length > 1000 || i === count - 1) attacker.send(writer.take());
  }
  pair.pass(10_000);
  expect(pair.server.endpoint.isClosed).toBe(true);
  expect(await pair.server.closed).toEqual({ code: 4500, reason: `invalid frame: ${fault}` });
});

test('a session ends if its peer opens more streams than allowed', async () => {
  const pair = new VirtualPair({ settings: { maxStreams: 20 } });
  const [attacker] = pair.connect(fast).endpoints;
  const writer = new FrameWriter();
  for (let i = 0; i <= 20; i++) {
    writer.openStream(2 + 2 * i, '', true);
    attacker.send(writer.take());
  }
  pair.pass(10_000);
  const reason = 'too many streams are open, or wait for onStream';
  expect(await pair.server.closed).toEqual({ code: closeCode.overflow, reason });
});

test.each(['', 'x', 'ä', `${'x'.repeat(5000)}ä`])(
  'unread messages and streams hold at most twice the window, and 4 kB and one incomplete message for each stream: %#',
  (text) => {
    const settings = { receiveWindow: 2 ** 18, streamWindow: 2 ** 18, maxStreams: 16 };
    const pair = new VirtualPair({ settings });
    pair.connect(fast);
    for (let i = 0; i < 16; i++) {
      const stream = pair.client.stream({ label: 'l'.repeat(1024) });
      for (let sent = 0; sent < 2 ** 18; sent += 256 + text.length) stream.send(text);
    }
    pair.pass(60_000);
    expect(pair.server.endpoint.held).toBeGreaterThan(2 ** 18);
    const incomplete = 16 * (2 * text.length + 512); // one for each stream
    expect(pair.server.endpoint.held).toBeLessThanOrEqual(2 * 2 ** 18 + 16 * 4096 + incomplete);
  },
);

function begin(total: number): (writer: FrameWriter, message: number) => void {
  return (writer, message) => writer.start({ message, stream: 0, isText: false, total }, new Uint8Array(1));
}

test('a busy thread that has not read the answers yet does not give up the connection', () => {
  const pair = new VirtualPair();
  const [used, other] = [new Mute(), new Mute()];
  const channel = pair.client.bind(used);
  pair.client.bind(other);
  pair.client.send('hello');
  pair.pass(10);
  pair.host.spend(5000);
  pair.pass(1);
  const writer = new FrameWriter();
  writer.ack(1, 10_000, 0);
  pair.client.endpoint.receive(channel, writer.take());
  pair.pass(100);
  expect(pair.client.endpoint.failovers).toBe(0);
  pair.client.send('hello again');
  pair.pass(60_000);
  expect(pair.client.endpoint.failovers).toBe(1);
});

test('an application may transfer received empty messages, and later messages still arrive', () => {
  const pair = new VirtualPair();
  const lengths: number[] = [];
  pair.server.onMessage((data) => {
    lengths.push(data.length);
    if (typeof data !== 'string') structuredClone(data, { transfer: [data.buffer] });
  });
  const channel = pair.server.bind(new Mute());
  const writer = new FrameWriter();
  for (let message = 0; message < 2; message++) {
    writer.start({ message, stream: 0, isText: false, total: 0 }, new Uint8Array());
    pair.server.endpoint.receive(channel, writer.take());
  }
  writer.whole(2, 0, false, new Uint8Array());
  writer.start({ message: 3, stream: 0, isText: false, total: 2 }, new Uint8Array(1));
  writer.more(3, 1, new Uint8Array(1));
  pair.server.endpoint.receive(channel, writer.take());
  expect(lengths).toEqual([0, 0, 0, 2]);
  expect(pair.server.endpoint.isClosed).toBe(false);
});

test('while nothing is sent, the controller is polled less and less often, and after an acknowledgment messages are sent at once', () => {
  let looks = 0;
  const refusing = { name: 'refusing', pollInterval: 4, budget: () => (++looks, isOpen ? 2 ** 20 : 0) };
  let isOpen = true;
  const pair = new VirtualPair({ controller: () => refusing, heartbeat: 2 ** 30 });
  const link = new Mute();
  const channel = pair.client.bind(link);
  pair.client.send('first');
  pair.pass(10);
  isOpen = false;
  const second = pair.client.send('second');
  pair.pass(500);
  expect(looks).toBeGreaterThan(90);
  pair.pass(9500);
  looks = 0;
  pair.pass(60_000);
  expect(looks).toBeLessThan(100);
  isOpen = true;
  const writer = new FrameWriter();
  writer.ack(1, 0, 0);
  pair.client.endpoint.receive(channel, writer.take());
  pair.pass(1);
  expect(second.status).toBe('sent');
});

test.each([50, 500, 900, 3000])(
  'a peer that acknowledges a frame every %i ms costs few polls of the controller for each frame',
  (pause) => {
    let looks = 0;
    const narrow = (): LatencyController => ({
      name: 'narrow',
      pollInterval: 4,
      budget: ({ unacknowledged }) => (++looks, 16_000 - unacknowledged),
    });
    const settings = { receiveWindow: 2 ** 30, streamWindow: 2 ** 30 };
    const pair = new VirtualPair({ controller: narrow, heartbeat: 2 ** 30, settings });
    const channel = pair.client.bind(new Mute());
    for (let i = 0; i < 10_000; i++) pair.client.send(new Uint8Array(1000));
    const writer = new FrameWriter();
    const frames = 100;
    for (let acknowledged = 0; acknowledged < frames; acknowledged++) {
      pair.pass(pause);
      if (acknowledged > 0) writer.ack(1, 0, 0);
      else looks = 0;
      if (acknowledged > 0) pair.client.endpoint.receive(channel, writer.take());
    }
    expect(pair.client.endpoint.isClosed).toBe(false);
    expect(pair.client.queued).toBeLessThan(10_000_000 - 90 * 10_000);
    expect(looks).toBeLessThan(250 + 25 * frames);
  },
);

test('a machine that was asleep pings its connections before it gives them up', () => {
  const pair = new VirtualPair({ heartbeat: 1000 });
  const link = new Mute();
  pair.client.bind(link);
  pair.pass(900);
  pair.host.spend(3_600_000);
  pair.pass(100);
  expect(link.bytes).toBeGreaterThan(0);
  expect(link.isClosed).toBe(false);
  pair.pass(3000);
  expect(link.isClosed).toBe(true);
});

test('a listener that another listener adds gets later messages', () => {
  const pair = new VirtualPair();
  const heard: string[] = [];
  const forget = pair.server.onMessage((first) => {
    forget();
    heard.push(`first ${String(first)}`);
    pair.server.onMessage((data) => heard.push(`second ${String(data)}`));
  });
  pair.connect(fast);
  for (const data of ['1', '2']) pair.client.send(data);
  pair.pass(100);
  expect(heard).toEqual(['first 1', 'second 2']);
});

test('after a listener has ended its session it gets no more messages', () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => {
    heard.push(data);
    pair.server.terminate();
  });
  pair.connect(fast);
  for (const data of ['1', '2']) pair.client.send(data);
  pair.pass(100);
  expect(heard).toEqual(['1']);
});

test('streams of an ended session end at once', async () => {
  const { client } = new VirtualPair();
  client.terminate();
  const stream = client.stream();
  expect(stream.send('x').status).toBe('lost');
  expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
});

test('the number of open streams is limited by the peer, until both endpoints have closed some', () => {
  const pair = new VirtualPair({ settings: { maxStreams: 20 } });
  pair.server.onStream((stream) => stream.close());
  pair.connect(fast);
  const open = (count: number): void => {
    for (let i = 0; i < count; i++) pair.client.stream();
  };
  open(19);
  const one = pair.client.stream();
  expect(() => open(1)).toThrow(
    'stream: the peer allows up to 20 open streams; close some at both endpoints',
  );
  one.close();
  pair.pass(100);
  open(1);
  expect(() => open(1)).toThrow('stream: the peer allows up to 20 open streams');
  pair.pass(100);
  expect(pair.server.endpoint.isClosed).toBe(false);
});

test.each<[CloseOptions, string]>([
  [{ reason: 'x'.repeat(124) }, 'close: reason must be a string of up to 123 bytes of UTF-8, got 124'],
  [{ reason: 'ä'.repeat(62) }, 'close: reason must be a string of up to 123 bytes of UTF-8, got 124'],
  [{ reason: 5 as never }, 'close: reason must be a string, got 5'],
  [{ code: 1005 }, 'close: code must be 1000 or from 3000 to 4999, got 1005'],
  [{ code: 1001 }, 'close: code must be 1000 or from 3000 to 4999, got 1001'],
  [{ timeout: -1 }, 'close: timeout must be a finite number ≥ 0 or Infinity, got -1'],
  [{ timeout: NaN }, 'close: timeout must be a finite number ≥ 0 or Infinity, got NaN'],
])('a session is not closed with %o', (options, message) => {
  const { client } = new VirtualPair();
  expect(() => client.close(options)).toThrow(message);
  expect(client.endpoint.isClosing).toBe(false);
});

test.each([['200'], [NaN], [0]])(
  'latest throws for an expiresIn of %s, and queues no message',
  (expiresIn) => {
    const { client } = new VirtualPair();
    expect(() => client.latest('key', 'x', { expiresIn: expiresIn as number })).toThrow(
      'latest: expiresIn must be a finite number > 0',
    );
    expect(client.latest('key', 'y').status).toBe('queued');
    expect(client.queued).toBe(1);
  },
);
