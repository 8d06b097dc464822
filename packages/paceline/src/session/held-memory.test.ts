import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { memoryInUse } from './memory-in-use.test.setup.ts';

const large = 2 ** 27;
const wide = new TextEncoder().encode(`ā${'a'.repeat(200_000)}`);
const empty = new Uint8Array();

/** Opens a stream and ends both directions, so that the peer must send a record that ends its own direction. */
function closeAtOnce(writer: FrameWriter, i: number): void {
  const stream = 2 + 2 * i;
  writer.openStream(stream, '', true);
  writer.closeStream(stream, 0);
  writer.stopStream(stream);
}

/** Sends a message by a stream and closes it. */
function sendAndClose(writer: FrameWriter, i: number, label: string): void {
  const stream = 2 + 2 * i;
  writer.openStream(stream, label, false);
  writer.whole(i, stream, false, empty);
  writer.closeStream(stream, 0);
}

test.each<[string, number, (writer: FrameWriter, i: number) => void]>([
  ['unread texts that need UTF-16', 50, (to, i) => to.whole(i, 0, true, wide)],
  ['unread texts of ASCII', 50, (to, i) => to.whole(i, 0, true, wide.subarray(2))],
  ['unread bytes', 50, (to, i) => to.whole(i, 0, false, wide)],
  ['unread messages without bytes', 20_000, (to, i) => to.whole(i, 0, false, empty)],
  ['unread short texts', 20_000, (to, i) => to.whole(i, 0, true, wide.subarray(0, 40))],
  ['open streams', 5000, (to, i) => to.openStream(2 + 2 * i, '', true)],
  ['labels that need UTF-16', 5000, (to, i) => to.openStream(2 + 2 * i, `ā${'a'.repeat(1000)}`, false)],
  ['ended streams with unread messages', 5000, (to, i) => sendAndClose(to, i, '')],
  [
    'labels of ended streams with unread messages',
    5000,
    (to, i) => sendAndClose(to, i, `ā${'a'.repeat(1000)}`),
  ],
  ['begun messages', 4000, (to, i) => to.start({ message: i, stream: 0, isText: false, total: 9 }, empty)],
  ['control records that are not acknowledged', 20_000, closeAtOnce],
  ['gaps between messages', 60_000, (to, i) => to.cancel(2 * i, 0, 0)],
])('a session counts the memory that %s take', async (_, count, write) => {
  const settings = { receiveWindow: large, streamWindow: large, reassemblyLimit: large, maxStreams: 10_000 };
  const pair = new VirtualPair({ settings });
  const { endpoint } = pair.server;
  pair.server.onStream(() => {}); // reads nothing
  pair.connect();
  pair.pass(10);
  const [channel] = endpoint.channels;
  const writer = new FrameWriter();
  const receive = (i: number): void => {
    write(writer, i);
    endpoint.receive(channel!, writer.take());
  };
  receive(0);
  const [before, heldBefore] = [await memoryInUse(), endpoint.held];
  for (let i = 1; i < count; i++) receive(i);
  const held = endpoint.held - heldBefore;
  const used = (await memoryInUse()) - before;
  expect(endpoint.isClosed).toBe(false);
  expect(used).toBeLessThan(1.3 * held);
  expect(used).toBeGreaterThan(held / 8);
});

test('a stream that has ended with an unread message is counted until a listener gets the message', async () => {
  const pair = new VirtualPair();
  pair.connect();
  const stream = pair.client.stream({ label: 'level' });
  stream.send('x');
  stream.close();
  pair.pass(100);
  const { held } = pair.server.endpoint;
  expect(held).toBeGreaterThan(2000);
  pair.server.onStream((one) => one.onMessage(() => {}));
  for (let i = 0; i < 2; i++) await Promise.resolve(); // the stream, then its message
  expect(pair.server.endpoint.held).toBe(0);
});

test('a session that has ended keeps no stream that is opened on it', async () => {
  const pair = new VirtualPair();
  pair.client.terminate();
  const openMany = async (): Promise<number> => {
    for (let i = 0; i < 5000; i++) pair.client.stream({ label: `${i}` }).close();
    return memoryInUse();
  };
  const before = await openMany();
  expect((await openMany()) - before).toBeLessThan(1_000_000);
});

test('messages stay unread when a listener of an ended session removes itself', async () => {
  const pair = new VirtualPair();
  pair.connect();
  let count = 0;
  const listener = (): void => {
    count++;
    unlisten();
  };
  const unlisten = pair.server.onMessage(listener);
  unlisten();
  for (let i = 0; i < 3; i++) pair.client.send('x');
  pair.pass(100);
  pair.server.terminate();
  pair.server.onMessage(listener);
  await Promise.resolve();
  expect(count).toBe(1);
  for await (const _ of pair.server) count++;
  expect(count).toBe(3);
});
