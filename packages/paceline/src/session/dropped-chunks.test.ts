import { expect, test } from 'vitest';
import { costOfMessage } from '../memory/memory-cost.ts';
import type { Received } from '../stream/inbox.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const slow = { delay: 5, rate: 100 };

/**
 * A pair whose server has received a part of a message of 200 kB, and which has been without a
 * connection for `pause` ms since.
 */
function interrupted(pause: number): { pair: VirtualPair; heard: Received[] } {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  const link = pair.connect(slow);
  pair.client.send(bytes);
  pair.pass(1000);
  expect(pair.server.endpoint.held).toBeGreaterThan(10_000);
  link.kill(0, 0);
  pair.pass(pause);
  return { pair, heard };
}

const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);

/** Whether a message is `bytes`. A comparison by `toEqual` would take a second. */
function isWhole(data: Received): boolean {
  return Buffer.compare(data as Uint8Array, bytes) === 0;
}

test('chunks of an incomplete message are kept for a second without a connection', () => {
  const { heard, pair } = interrupted(900);
  expect(pair.server.endpoint.held).toBeGreaterThan(10_000);
  pair.connect(slow);
  pair.pass(5000);
  expect(heard.map(isWhole)).toEqual([true]);
});

test('after a second the chunks are dropped, and the message arrives nevertheless, once and complete', () => {
  const { heard, pair } = interrupted(1100);
  expect(pair.server.endpoint.held).toBe(costOfMessage);
  const { wireBytesSent } = pair.client.statistics;
  pair.connect(slow);
  pair.pass(5000);
  expect(heard.map(isWhole)).toEqual([true]);
  expect(pair.client.statistics.wireBytesSent - wireBytesSent).toBeGreaterThan(bytes.length);
  const messages = Array.from({ length: 20 }, () => pair.client.send(bytes));
  pair.pass(100_000);
  expect(new Set(messages.map(({ status }) => status))).toEqual(new Set(['delivered']));
});

test('a message whose chunks were dropped can be cancelled', () => {
  const pair = new VirtualPair();
  const link = pair.connect(slow);
  const message = pair.client.send(bytes);
  pair.pass(1000);
  link.kill(0, 0);
  pair.pass(1100);
  pair.connect(slow);
  pair.pass(20);
  expect(message.cancel()).toBe(true);
  pair.client.send('next');
  pair.pass(5000);
  expect(message.status).toBe('cancelled');
  expect(pair.client.queued).toBe(0);
  expect(pair.server.endpoint.isClosed).toBe(false);
});

test('chunks may be dropped again and again', () => {
  const { heard, pair } = interrupted(1100);
  for (let i = 0; i < 5; i++) {
    const link = pair.connect(slow);
    pair.pass(300 * i);
    link.kill(0, 0);
    pair.pass(1100);
  }
  pair.connect(slow);
  pair.pass(10_000);
  expect(heard.map(isWhole)).toEqual([true]);
});
