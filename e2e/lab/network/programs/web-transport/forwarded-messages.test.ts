import { expect, test } from 'vitest';
import { type ForwardedMessage, forwardedMessages } from './forwarded-messages.ts';

function forwarded({ bytes, connection, receivedAt }: ForwardedMessage): Uint8Array {
  const all = new Uint8Array(16 + bytes.length);
  const head = new DataView(all.buffer);
  head.setFloat64(0, receivedAt);
  head.setUint32(8, connection);
  head.setUint32(12, bytes.length);
  all.set(bytes, 16);
  return all;
}

async function* inChunksOf(size: number, bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([1, 7, 16, 1000])('forwarded messages are read from chunks of %i bytes', async (size) => {
  const messages = [0, 1, 5, 40].map((length) => ({
    receivedAt: 1000.5 + length,
    connection: length,
    bytes: new Uint8Array(length).fill(length),
  }));
  const output = new Uint8Array(messages.flatMap((message) => [...forwarded(message)]));
  const read: ForwardedMessage[] = [];
  for await (const message of forwardedMessages(inChunksOf(size, output))) read.push(message);
  expect(read).toEqual(messages);
});
