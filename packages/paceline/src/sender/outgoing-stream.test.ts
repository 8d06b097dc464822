import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { type MessageSink, OutgoingStream } from './outgoing-stream.ts';

class Harness implements MessageSink {
  readonly host: VirtualHost = new VirtualHost();
  readonly ended: string[] = [];
  readonly stream: OutgoingStream = new OutgoingStream({
    id: 0,
    fairness: 'resource',
    weight: 1,
    window: Infinity,
    loop: new EventLoop({ host: this.host }),
    sink: this,
    ended: ({ size, status }) => this.ended.push(`${size} ${status}`),
  });

  push(message: Message): void {
    this.stream.queue.push(message);
  }

  replace(old: Message, fresh: Message): void {
    this.stream.queue.replace(old, fresh);
    old.become('superseded');
  }

  remove(message: Message, why: 'cancelled' | 'expired' | 'superseded'): boolean {
    const isThere = this.stream.queue.remove(message);
    if (isThere) message.become(why);
    return isThere;
  }

  /** Sends a message of `size` bytes. */
  send(size: number, options: { key?: string; priority?: number; expiresIn?: number } = {}): Message {
    return this.stream.send(new Uint8Array(size), false, options);
  }

  /** Sizes of the queued messages in their order. */
  sizes(): number[] {
    const sizes: number[] = [];
    for (let next = this.stream.queue.pop(); next !== undefined; next = this.stream.queue.pop())
      sizes.push(next.size);
    return sizes;
  }
}

test('a message with a key takes the place of the last one with this key if their priorities are equal', () => {
  const harness = new Harness();
  for (const [size, key] of [[1, 'a'] as const, [2, 'b'] as const, [3, 'a'] as const])
    harness.send(size, { key });
  expect(harness.ended).toEqual(['1 superseded']);
  expect(harness.stream.live).toBe(2);
  expect(harness.sizes()).toEqual([3, 2]);
});

test('a message with a key and another priority is queued by its priority', () => {
  const harness = new Harness();
  harness.send(1, { key: 'a' });
  harness.send(2);
  harness.send(3, { key: 'a', priority: -1 });
  expect(harness.ended).toEqual(['1 superseded']);
  expect(harness.sizes()).toEqual([2, 3]);
});

test('a message that was sent in part, or has ended, is not superseded', () => {
  const harness = new Harness();
  harness.send(1, { key: 'a' }).become('sending');
  const second = harness.send(2, { key: 'a' });
  expect(second.cancel()).toBe(true);
  harness.send(3, { key: 'a' });
  expect(harness.ended).toEqual(['2 cancelled']);
  expect(harness.sizes()).toEqual([1, 3]);
});

test('a message expires unless all of it has been sent', () => {
  const harness = new Harness();
  const [queued, sent] = [harness.send(1, { expiresIn: 10 }), harness.send(2, { expiresIn: 10 })];
  harness.stream.queue.remove(sent);
  harness.host.advanceTo(20);
  expect([queued.status, queued.isStale, sent.status, sent.isStale]).toEqual([
    'expired',
    false,
    'queued',
    true,
  ]);
});
