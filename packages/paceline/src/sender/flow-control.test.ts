import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { creditPerMessage, maxIncompleteMessages } from '../wire/layout.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { FlowControl } from './flow-control.ts';
import type { Message } from './message.ts';
import { OutgoingStream } from './outgoing-stream.ts';

const window = 10_000;

/** Flow control with a large credit of the session, and a function that creates messages of a stream with a window. */
function createHarness(): { flow: FlowControl; create: (size: number) => Message } {
  const flow = new FlowControl(1200);
  flow.credit = 2 ** 30;
  flow.reassemblyLimit = 2 ** 20;
  const stream = new OutgoingStream({
    id: 2,
    fairness: 'resource',
    weight: 1,
    window,
    loop: new EventLoop({ host: new VirtualHost() }),
    sink: new ChunkScheduler(1200),
    ended() {},
  });
  return { flow, create: (size) => stream.create(new Uint8Array(size), false, {}) };
}

test('each message uses credit for its bytes, and creditPerMessage', () => {
  const { create, flow } = createHarness();
  const message = create(1000);
  expect(flow.allowed(message)).toBe(window - creditPerMessage);
  message.id = 0;
  flow.useForMessage(message);
  flow.useForBytes(message, 400);
  message.offset = message.maxOffset = 400;
  expect(flow.allowed(message)).toBe(window - creditPerMessage - 400);
  message.offset = 0; // it is sent again
  expect(flow.allowed(message)).toBe(window - creditPerMessage);
});

test('a message may start if there is credit for all of it, or for three quarters of the window', () => {
  const { create, flow } = createHarness();
  expect([window, 10 * window].map((size) => flow.mayStart(create(size)))).toEqual([true, true]);
  flow.useForBytes(create(0), window / 2);
  expect([window / 4, window / 2, 10 * window].map((size) => flow.mayStart(create(size)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('incomplete messages are limited by their bytes and by their number', () => {
  const { create, flow } = createHarness();
  flow.reassemblyLimit = 5000;
  const first = create(3000);
  first.id = 0;
  flow.addIncomplete(first);
  flow.addIncomplete(first); // after a failover
  expect([2000, 2001].map((size) => flow.mayStart(create(size)))).toEqual([true, false]);
  flow.removeIncomplete(first);
  expect(flow.mayStart(create(5000))).toBe(true);
  for (let id = 0; id < maxIncompleteMessages; id++) {
    const message = create(1);
    message.id = id;
    flow.addIncomplete(message);
  }
  expect(flow.mayStart(create(1))).toBe(false);
});
