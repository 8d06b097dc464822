import { expect, test } from 'vitest';
import type { Message } from '../sender/message.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Received } from './inbox.ts';
import type { Stream } from './stream.ts';

const link = { delay: 5, rate: 10_000 };
const window = 2 ** 17;

/** A connected pair, and the streams that the server receives, by label. */
function connected(): { pair: VirtualPair; incoming: Map<string, Stream> } {
  const pair = new VirtualPair({ settings: { receiveWindow: 2 ** 22, streamWindow: window } });
  pair.connect(link);
  const incoming = new Map<string, Stream>();
  pair.server.onStream((stream) => incoming.set(stream.label, stream));
  return { pair, incoming };
}

function statuses(messages: readonly Message[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of messages) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function many(count: number, send: (i: number) => Message): Message[] {
  return Array.from({ length: count }, (_, i) => send(i));
}

const fifty = new Uint8Array(50_000);

test('an unread stream does not delay other streams', async () => {
  const { incoming, pair } = connected();
  const unread = pair.client.stream({ label: 'unread' });
  const other = pair.client.stream({ label: 'other', weight: 0.1 });
  const waiting = many(100, () => unread.send(fifty, { priority: 5 }));
  pair.pass(1000);
  expect(statuses(waiting)).toEqual({ delivered: 3, queued: 97 });
  incoming.get('other')!.onMessage(() => {});
  pair.server.onMessage(() => {});
  const later = [...many(50, () => other.send(fifty)), ...many(50, () => pair.client.send('x'))];
  pair.pass(5000);
  expect(statuses(later)).toEqual({ delivered: 100 });
  expect(statuses(waiting)).toEqual({ delivered: 3, queued: 97 });
  incoming.get('unread')!.onMessage(() => {});
  await Promise.resolve();
  pair.pass(5000);
  expect(statuses(waiting)).toEqual({ delivered: 100 });
});

test('messages that are longer than the window of a stream arrive', async () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'long' });
  const messages = many(5, () => stream.send(new Uint8Array(3 * window)));
  pair.pass(1000);
  expect(messages[0]!.status).toBe('delivered');
  const lengths: number[] = [];
  incoming.get('long')!.onMessage((data) => lengths.push(data.length));
  await Promise.resolve();
  pair.pass(5000);
  expect(lengths).toEqual(Array<number>(5).fill(3 * window));
});

test('leaving a loop over a stream cancels the stream, and its sender sends no more', async () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'level' });
  const messages = many(100, () => stream.send(fifty));
  pair.pass(1000);
  for await (const data of incoming.get('level')!) {
    expect(data).toHaveLength(50_000);
    break;
  }
  pair.pass(1000);
  expect(statuses(messages)).toEqual({ delivered: 3, cancelled: 97 });
  expect(stream.send('more').status).toBe('cancelled');
  expect(pair.client.queued).toBe(0);
  await incoming.get('level')!.ended;
});

test('leaving a loop over a session keeps the other messages for the next loop', async () => {
  const { pair } = connected();
  for (const text of ['one', 'two', 'three']) pair.client.send(text);
  pair.pass(100);
  const heard: Received[] = [];
  for await (const data of pair.server) {
    heard.push(data);
    break;
  }
  for await (const data of pair.server) if (heard.push(data) === 3) break;
  expect(heard).toEqual(['one', 'two', 'three']);
});

test('leaving a loop after the peer has closed the stream releases the unread messages', async () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'closed' });
  for (let i = 0; i < 3; i++) stream.send(`${i}`);
  stream.close();
  pair.pass(1000);
  expect(pair.server.endpoint.held).toBeGreaterThan(0);
  for await (const data of incoming.get('closed')!) {
    expect(data).toBe('0');
    break;
  }
  expect(pair.server.endpoint.held).toBe(0);
});

test('an iterator that is ended while it waits takes no message', async () => {
  const { pair } = connected();
  const [first, second] = [pair.server[Symbol.asyncIterator](), pair.server[Symbol.asyncIterator]()];
  const [early, next] = [first.next(), second.next()];
  await first.return!();
  expect(await early).toEqual({ done: true, value: undefined });
  expect(await first.next()).toEqual({ done: true, value: undefined });
  pair.client.send('hello');
  pair.pass(100);
  expect(await next).toEqual({ done: false, value: 'hello' });
});

test('a stream that is cancelled before anything was read drops all messages, also later ones', () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'ignored' });
  const messages = many(10, () => stream.send(fifty));
  pair.pass(1000);
  const ignored = incoming.get('ignored')!;
  ignored.cancel();
  ignored.cancel();
  const heard: Received[] = [];
  ignored.onMessage((data) => heard.push(data));
  pair.pass(1000);
  expect(statuses(messages)).toEqual({ delivered: 3, cancelled: 7 });
  expect(heard).toEqual([]);
  expect(pair.server.endpoint.isClosed).toBe(false);
});

test('only the endpoint that opens a one-way stream sends by it', async () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'one-way' });
  stream.send('hello');
  pair.pass(100);
  const other = incoming.get('one-way')!;
  expect([stream.isTwoWay, other.isTwoWay]).toEqual([false, false]);
  expect(() => other.send('hi')).toThrow('send: only the peer, which opened this one-way stream, can send');
  expect(await other[Symbol.asyncIterator]().next()).toEqual({ done: false, value: 'hello' });
});

test('a stream that is opened after the end of the session is lost, even if the maximum number was open', async () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  for (let i = 0; i < 16; i++) pair.client.stream();
  expect(() => pair.client.stream()).toThrow('the peer allows up to 16 open streams');
  pair.client.terminate();
  pair.pass(100);
  expect(await pair.client.stream().ended).toBe('lost');
});

test('one-way streams are released when their sender has closed them', () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  let opened = 0;
  pair.server.onStream((stream) => stream.onMessage(() => opened++));
  for (let i = 0; i < 500; i++) {
    const stream = pair.client.stream();
    stream.send('x');
    stream.close();
    pair.pass(50);
  }
  expect(opened).toBe(500);
});

test('one-way streams are released when their reader has cancelled them', () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  pair.server.onStream((stream) => stream.cancel());
  for (let i = 0; i < 500; i++) {
    pair.client.stream().send('x');
    pair.pass(50);
  }
  expect(pair.server.endpoint.isClosed).toBe(false);
});

test('a two-way stream ends when both endpoints have closed it', async () => {
  const { incoming, pair } = connected();
  const stream = pair.client.stream({ label: 'chat', twoWay: true });
  stream.send('how are you?');
  stream.close();
  pair.pass(100);
  const other = incoming.get('chat')!;
  other.send('fine');
  other.close();
  pair.pass(100);
  const answers: Received[] = [];
  for await (const answer of stream) answers.push(answer);
  expect(answers).toEqual(['fine']);
});

test('a stream continues after a failover, whatever credit was granted before', () => {
  const { incoming, pair } = connected();
  pair.connect(link);
  const stream = pair.client.stream({ label: 'long' });
  let count = 0;
  pair.pass(100);
  incoming.get('long')!.onMessage(() => count++);
  const messages = many(200, () => stream.send(fifty));
  for (let i = 0; i < 10; i++) {
    pair.pass(100);
    pair.connect(link);
    pair.links.at(-3)!.kill(5, 10);
  }
  pair.pass(5000);
  expect(statuses(messages)).toEqual({ delivered: 200 });
  expect(count).toBe(200);
});

test('a session with unread messages closes after the timeout, at both endpoints', async () => {
  const { pair } = connected();
  const unread = pair.client.stream();
  const messages = many(10, () => unread.send(fifty));
  const closed = pair.client.close({ timeout: 1000 });
  pair.pass(900);
  expect([pair.client.endpoint.isClosed, pair.server.endpoint.isClosed]).toEqual([false, false]);
  pair.pass(500);
  const end = { code: closeCode.timeout, reason: 'close: the messages did not arrive in time' };
  expect([await closed, await pair.server.closed]).toEqual([end, end]);
  expect(statuses(messages)).toEqual({ delivered: 3, lost: 7 });
  expect(pair.loop.pendingTimers).toBeLessThanOrEqual(1);
});

test('a session that makes progress closes when all messages have arrived, even if they take longer than the timeout', async () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 50, rate: 10 });
  pair.server.onMessage(() => {});
  const message = pair.client.send(new Uint8Array(500_000));
  const closed = pair.client.close({ timeout: 5000 });
  pair.pass(60_000);
  expect(await closed).toEqual({ code: 1000, reason: '' });
  expect(message.status).toBe('delivered');
});

test('a second close changes the timeout', async () => {
  const { pair } = connected();
  const unread = pair.client.stream();
  many(10, () => unread.send(fifty));
  void pair.client.close({ timeout: Infinity });
  pair.pass(100_000);
  const closed = pair.client.close({ code: 3000, timeout: 0 });
  pair.pass(10);
  expect((await closed).code).toBe(4507);
});

test('ended streams without a listener are not kept, except those with unread messages', async () => {
  const pair = new VirtualPair();
  pair.connect(link);
  for (let i = 0; i < 100; i++) pair.client.stream({ label: `empty ${i}` }).close();
  const full = pair.client.stream({ label: 'full' });
  full.send('hello');
  full.close();
  pair.client.stream({ label: 'open' });
  pair.pass(1000);
  const labels: string[] = [];
  pair.server.onStream(({ label }) => labels.push(label));
  await Promise.resolve();
  expect(labels).toEqual(['full', 'open']);
});

/** A pair whose client has opened three streams, which wait for a listener of the server. */
function withWaitingStreams(): VirtualPair {
  const pair = new VirtualPair();
  pair.connect(link);
  for (const label of ['1', '2', '3']) pair.client.stream({ label });
  pair.pass(1000);
  return pair;
}

test('onStream passes waiting streams after it has returned, and the listener may remove itself', async () => {
  const { server } = withWaitingStreams();
  const first = await new Promise((resolve) => {
    const unlisten = server.onStream(({ label }) => {
      unlisten();
      resolve(label);
    });
  });
  const labels: string[] = [];
  for (const name of ['a', 'b']) server.onStream(({ label }) => labels.push(`${name}${label}`));
  server.onStream(({ label }) => labels.push(label))();
  expect(labels).toEqual([]);
  await Promise.resolve();
  expect([first, labels]).toEqual(['1', ['a2', 'b2', 'a3', 'b3']]);
});

test('waiting streams are passed to a listener before a stream that arrives later', () => {
  const pair = withWaitingStreams();
  const labels: string[] = [];
  pair.server.onStream(({ label }) => labels.push(label));
  pair.client.stream({ label: '4' });
  pair.pass(1000);
  expect(labels).toEqual(['1', '2', '3', '4']);
});

test('streams still wait if the listener is removed in the turn in which it was added', async () => {
  const pair = withWaitingStreams();
  const labels: string[] = [];
  pair.server.onStream(({ label }) => labels.push(label))();
  await Promise.resolve();
  pair.client.stream({ label: '4' });
  pair.pass(1000);
  expect(labels).toEqual([]);
  pair.server.onStream(({ label }) => labels.push(label));
  await Promise.resolve();
  expect(labels).toEqual(['1', '2', '3', '4']);
});

test('a stream that ended before onStream was called delivers its messages, and then its end', async () => {
  const pair = new VirtualPair();
  pair.connect(link);
  const stream = pair.client.stream();
  for (const data of ['1', '2']) stream.send(data);
  stream.close();
  pair.pass(1000);
  const heard: Received[] = [];
  await new Promise<void>((resolve) => {
    pair.server.onStream(async (incoming) => {
      incoming.onMessage((data) => heard.push(data));
      heard.push(await incoming.ended);
      resolve();
    });
  });
  expect(heard).toEqual(['1', '2', 'closed']);
});

/** Opens streams at the client, each with a message, and closes them. */
function openAndClose(pair: VirtualPair, count: number): void {
  for (let i = 0; i < count; i++) {
    const stream = pair.client.stream();
    stream.send('');
    stream.close();
    pair.pass(10);
  }
}

test('ended streams with unread messages that wait for onStream count for maxStreams, and one more stream ends the session', async () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  openAndClose(pair, 16);
  pair.pass(1000);
  expect(pair.server.endpoint.isClosed).toBe(false);
  openAndClose(pair, 1);
  pair.pass(1000);
  const end = { code: closeCode.overflow, reason: 'too many streams are open, or wait for onStream' };
  expect([await pair.client.closed, await pair.server.closed]).toEqual([end, end]);
});

test('streams that a listener has received do not count for maxStreams after they have ended', () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  openAndClose(pair, 16);
  pair.pass(1000);
  let taken = 0;
  pair.server.onStream(() => taken++);
  openAndClose(pair, 40);
  pair.pass(1000);
  expect([taken, pair.server.endpoint.isClosed]).toEqual([56, false]);
});

test('an endpoint with too many waiting control records is closed when its peer opens another stream', () => {
  const pair = new VirtualPair();
  pair.connect(link);
  pair.pass(100);
  const { endpoint, scheduler } = pair.server;
  pair.server.onStream(() => {
    for (let i = 0; i <= 2 ** 16; i++) scheduler.sendControl(() => {});
  });
  pair.client.stream();
  pair.client.stream({ label: 'one more' });
  pair.pass(1000);
  expect(endpoint.isClosed).toBe(true);
});

test('a message that was read before its connection was lost is delivered, although its reader has cancelled the stream', () => {
  const pair = new VirtualPair();
  const first = pair.connect(link);
  const heard: Received[] = [];
  pair.server.onStream((incoming) => {
    incoming.onMessage((data) => {
      heard.push(data);
      incoming.cancel();
    });
  });
  const stream = pair.client.stream();
  const read = stream.send(fifty);
  while (heard.length === 0 && pair.host.now() < 1000) pair.pass(1);
  expect(read.status).toBe('sent');
  first.kill(0, 0); // the acknowledgment is lost, and so is the record that the reader has cancelled the stream
  const unsent = stream.send(fifty);
  pair.pass(10);
  pair.connect(link);
  pair.pass(1000);
  expect([read.status, unsent.status, pair.client.queued]).toEqual(['delivered', 'cancelled', 0]);
});
