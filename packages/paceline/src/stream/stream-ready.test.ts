import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import type { Stream } from './stream.ts';

const link = { delay: 5, rate: 1000 };
const part = new Uint8Array(50_000);

function connected(): VirtualPair {
  const pair = new VirtualPair({ settings: { streamWindow: 2 ** 17 } });
  pair.connect(link);
  return pair;
}

/**
 * Sends a number of parts, each one when the stream is ready. Returns a function that returns the
 * number of sent parts.
 */
function pump(to: Stream | Session, parts: number): () => number {
  let count = 0;
  const send = async (): Promise<void> => {
    while (count < parts) {
      await to.ready;
      to.send(part);
      count++;
    }
  };
  void send();
  return () => count;
}

async function pass(pair: VirtualPair, time: number): Promise<void> {
  for (let i = 0; i < time; i += 10) {
    pair.pass(10);
    await new Promise(setImmediate);
  }
}

/** Whether a promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
}

test('a stream that the peer does not read stops neither other streams nor the session itself', async () => {
  const pair = connected();
  pair.client.onStream((stream) => {
    if (stream.label === 'read') stream.onMessage(() => {});
  });
  pair.client.onMessage(() => {});
  const paused = pump(pair.server.stream({ label: 'paused' }), 40);
  const read = pump(pair.server.stream({ label: 'read' }), 40);
  const main = pump(pair.server, 40);
  await pass(pair, 6000);
  expect([read(), main()]).toEqual([40, 40]);
  expect(paused()).toBeLessThan(10);
  expect(pair.server.queued).toBeLessThan(2 ** 16 + part.length);
});

test('a stream is ready again when its messages were sent, cancelled, or replaced by shorter ones', async () => {
  const pair = new VirtualPair();
  const stream = pair.client.stream();
  const one = stream.send(new Uint8Array(70_000));
  const afterCancel = stream.ready;
  expect(await isSettled(afterCancel)).toBe(false);
  one.cancel();
  pair.pass(1);
  expect(await isSettled(afterCancel)).toBe(true);

  stream.latest('key', new Uint8Array(70_000));
  const afterReplacement = stream.ready;
  expect(await isSettled(afterReplacement)).toBe(false);
  stream.latest('key', 'short');
  pair.pass(1);
  expect(await isSettled(afterReplacement)).toBe(true);

  stream.send(new Uint8Array(70_000));
  const afterSending = stream.ready;
  expect(await isSettled(afterSending)).toBe(false);
  pair.connect(link);
  pair.pass(1000);
  expect(await isSettled(afterSending)).toBe(true);
});

const endings: Readonly<Record<string, (client: Stream, server: Stream, pair: VirtualPair) => void>> = {
  'is closed': (client) => client.close(),
  'is cancelled by its sender': (client) => client.cancel(),
  'is cancelled by its reader': (_, server) => server.cancel(),
  'ends with its session': (_, __, pair) => pair.client.terminate(),
  'ends with the session of the peer': (_, __, pair) => pair.server.terminate(),
};

test.each(Object.entries(endings))('a stream that %s is ready', async (_, end) => {
  const pair = connected();
  let reader: Stream | undefined;
  pair.server.onStream((stream) => (reader = stream));
  const stream = pair.client.stream();
  for (let i = 0; i < 10; i++) stream.send(part);
  await pass(pair, 2000);
  const { ready } = stream;
  expect(await isSettled(ready)).toBe(false);
  end(stream, reader!, pair);
  await pass(pair, 100);
  expect(await isSettled(ready)).toBe(true);
  expect(await isSettled(stream.ready)).toBe(true);
});

test('a stream is ready at the endpoint that only receives', async () => {
  const pair = connected();
  pair.client.stream();
  let reader: Stream | undefined;
  pair.server.onStream((stream) => (reader = stream));
  pair.pass(100);
  expect(await isSettled(reader!.ready)).toBe(true);
});

test('messages in flight on a lost connection are queued again in their stream, once', async () => {
  const pair = new VirtualPair();
  pair.server.onStream((stream) => stream.onMessage(() => {}));
  const first = pair.connect(link);
  const stream = pair.client.stream();
  for (let i = 0; i < 20; i++) stream.send(part);
  pair.pass(100);
  first.kill(0, 0);
  pair.pass(100);
  expect(await isSettled(stream.ready)).toBe(false);
  pair.connect(link);
  pair.pass(20_000);
  expect(await isSettled(stream.ready)).toBe(true);
  stream.send(new Uint8Array(2 ** 16 - 1));
  expect(await isSettled(stream.ready)).toBe(true); // no bytes were counted twice
});
