import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { costOfStream } from '../memory/memory-cost.ts';
import { sendMessages, type VirtualClient, VirtualServer } from '../server/virtual-server.test.setup.ts';
import type { Stream } from '../stream/stream.ts';
import { FrameWriter } from '../wire/frame-writer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const maxMemory = 2 ** 20;
const unread = { first: 0, count: 3, size: 100_000 };
const costOfUnread = 3 * 100_512;

/** A client sends messages, and ends its session. */
async function sendAndEnd(server: VirtualServer): Promise<VirtualClient> {
  const client = await server.connect();
  sendMessages(client, unread);
  const writer = new FrameWriter();
  writer.terminate(1000, '');
  client.peer.sendFrame(writer.take());
  return client;
}

/** Reads the unread messages, and returns their number. */
async function readAll({ session }: VirtualClient): Promise<number> {
  let count = 0;
  for await (const _ of session) count++;
  return count;
}

test('unread messages of ended sessions count until they are read', async () => {
  const server = new VirtualServer({ maxMemory });
  const { received } = server.sessions.memory;
  const client = await sendAndEnd(server);
  expect(received.used).toBe(costOfUnread);
  expect(client.session.endpoint.held).toBe(0);
  const iterator = client.session[Symbol.asyncIterator]();
  await iterator.next();
  expect(received.used).toBe(2 * 100_512);
  expect(await readAll(client)).toBe(2);
  expect(received.used).toBe(0);
});

test('unread messages of sessions that ended first are dropped when the memory is needed, and reported', async () => {
  const server = new VirtualServer({ maxMemory });
  const clients: VirtualClient[] = [];
  for (let i = 0; i < 4; i++) clients.push(await sendAndEnd(server));
  expect(server.sessions.memory.received.used).toBe(3 * costOfUnread);
  const counts: number[] = [];
  for (const client of clients) counts.push(await readAll(client));
  expect(counts).toEqual([0, 3, 3, 3]);
  expect(server.errors).toEqual([
    `RangeError: unread messages of the ended session ${clients[0]!.session.id} have been dropped: it held ${costOfUnread} bytes, and all sessions together exceed 1048576 bytes for incoming messages (maxMemory)`,
  ]);
});

test('no session ends while unread messages of ended sessions can be dropped', async () => {
  const server = new VirtualServer({ maxMemory });
  const client = await server.connect();
  sendMessages(client, { first: 0, count: 7, size: 100_000 });
  for (let i = 0; i < 10; i++) await sendAndEnd(server);
  expect(client.session.endpoint.isClosed).toBe(false);
  expect(server.sessions.memory.received.used).toBeLessThanOrEqual(maxMemory);
});

test('unread messages of a stream count after the stream has ended, and after its session has', async () => {
  const server = new VirtualServer({ maxMemory });
  const { received } = server.sessions.memory;
  const { peer, session } = await server.connect();
  const read: (() => void)[] = [];
  session.onStream((stream) => void read.push(() => stream.onMessage(() => {})));
  const writer = new FrameWriter();
  writer.openStream(2, '', false);
  writer.whole(0, 2, false, new Uint8Array(1000));
  writer.closeStream(2, 0);
  peer.sendFrame(writer.take());
  expect(received.used).toBe(costOfStream + 1512);
  session.terminate();
  expect(received.used).toBe(costOfStream + 1512);
  read[0]!();
  await Promise.resolve();
  expect(received.used).toBe(0);
});

test('an ended stream with its label counts until its last message is read, while its session is open and after that', async () => {
  const { received, session, peer, streams, writer } = await startTaking();
  for (const [i, id] of [2, 4].entries()) {
    writer.openStream(id, 'ten bytes!', false);
    writer.whole(2 * i, id, false, new Uint8Array(1000));
    writer.whole(2 * i + 1, id, false, new Uint8Array(1000));
    writer.closeStream(id, 0);
  }
  peer.sendFrame(writer.take());
  const costOfEach = costOfStream + 20;
  const [first, second] = streams.map((stream) => stream[Symbol.asyncIterator]());
  const used: number[] = [];
  const note = (): void => void used.push(received.used);
  note();
  await first!.next();
  note();
  await first!.next();
  note();
  session.terminate();
  note();
  await second!.next();
  note();
  await second!.next();
  note();
  expect(used).toEqual([
    2 * costOfEach + 4 * 1512,
    2 * costOfEach + 3 * 1512,
    costOfEach + 2 * 1512,
    costOfEach + 2 * 1512,
    costOfEach + 1512,
    0,
  ]);
});

test.each(['while its session is open', 'after its session has ended'])(
  'an ended stream counts %s as long as a message of it is unread',
  async (when) => {
    const { received, session, peer, streams, writer } = await startTaking();
    writer.openStream(2, '', false);
    peer.sendFrame(writer.take());
    const [stream] = streams as [Stream];
    const listener = (): void => unlisten();
    const unlisten = stream.onMessage(listener);
    unlisten();
    for (let i = 0; i < 3; i++) writer.whole(i, 2, false, new Uint8Array(1000));
    writer.closeStream(2, 0);
    peer.sendFrame(writer.take());
    if (when === 'after its session has ended') session.terminate();
    stream.onMessage(listener); // gets one message, and removes itself
    await Promise.resolve();
    expect(received.used).toBe(costOfStream + 2 * 1512);
    stream.onMessage(() => {});
    await Promise.resolve();
    expect(received.used).toBe(0);
  },
);

test('ended streams with unread messages count for maxMemory', async () => {
  const server = new VirtualServer({ maxMemory });
  const clients = [await server.connect(), await server.connect()];
  const writer = new FrameWriter();
  for (const { peer, session } of clients) {
    session.onStream(() => {}); // reads nothing
    for (let i = 0; i < 300; i++) {
      writer.openStream(2 + 2 * i, '', false);
      writer.whole(i, 2 + 2 * i, false, new Uint8Array());
      writer.closeStream(2 + 2 * i, 0);
    }
    peer.sendFrame(writer.take());
  }
  expect(server.errors).toHaveLength(1);
  expect(clients.filter(({ session }) => session.endpoint.isClosed)).toHaveLength(1);
  expect(server.sessions.memory.received.used).toBe(300 * (costOfStream + 512));
});

test('a session that is ended for its memory drops unread messages of streams that have ended', async () => {
  const server = new VirtualServer({ maxMemory });
  const { peer, session } = await server.connect();
  let count = 0;
  const read: (() => void)[] = [];
  session.onStream((stream) => void read.push(() => stream.onMessage(() => count++)));
  const writer = new FrameWriter();
  writer.openStream(2, '', false);
  writer.whole(0, 2, false, new Uint8Array(1000));
  writer.closeStream(2, 0);
  peer.sendFrame(writer.take());
  session.endForMemory('');
  read[0]!();
  await Promise.resolve();
  expect(count).toBe(0);
  expect(server.sessions.memory.received.used).toBe(0);
});

test('messages stay unread, and count, when a listener of an ended session removes itself', async () => {
  const server = new VirtualServer({ maxMemory });
  const client = await server.connect();
  let count = 0;
  const listener = (): void => {
    count++;
    unlisten();
  };
  const unlisten = client.session.onMessage(listener);
  unlisten();
  sendMessages(client, unread);
  client.session.terminate();
  client.session.onMessage(listener);
  await Promise.resolve();
  expect(count).toBe(1);
  expect(server.sessions.memory.received.used).toBe(2 * 100_512);
  expect(await readAll(client)).toBe(2);
  expect(server.sessions.memory.received.used).toBe(0);
});

test('messages that are dropped while a listener receives them are released once', async () => {
  const server = new VirtualServer({ maxMemory });
  const ended = await sendAndEnd(server);
  const other = await server.connect();
  let count = 0;
  ended.session.onMessage(() => {
    if (count++ === 0) sendMessages(other, { first: 0, count: 9, size: 100_000 });
  });
  await Promise.resolve();
  expect(count).toBe(1);
  expect(server.sessions.memory.received.used).toBe(other.session.endpoint.held);
});

test('a stream of an ended session is lost when its unread messages are dropped', async () => {
  const server = new VirtualServer({ maxMemory });
  const { peer, session } = await server.connect();
  const writer = new FrameWriter();
  writer.openStream(2, '', false);
  writer.whole(0, 2, false, new Uint8Array(1000));
  writer.closeStream(2, 0);
  peer.sendFrame(writer.take());
  session.terminate();
  for (let i = 0; i < 4; i++) await sendAndEnd(server);
  const ends: Promise<string>[] = [];
  session.onStream((stream) => void ends.push(stream.ended));
  await Promise.resolve();
  expect(await Promise.all(ends)).toEqual(['lost']);
});

test('unread messages do not count if the application has no reference to their session', async () => {
  const server = new VirtualServer({ maxMemory });
  for (let i = 0; i < 3; i++) await sendAndEnd(server);
  const { received } = server.sessions.memory;
  expect(received.used).toBe(3 * costOfUnread);
  server.pass(60_000);
  for (let i = 0; i < 20 && received.used > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
  }
  expect(received.used).toBe(0);
});

/** A session whose application receives all streams that the peer opens. */
async function startTaking() {
  const server = new VirtualServer({ maxMemory });
  const { peer, session } = await server.connect();
  const streams: Stream[] = [];
  session.onStream((stream) => void streams.push(stream));
  return { peer, received: server.sessions.memory.received, session, streams, writer: new FrameWriter() };
}
