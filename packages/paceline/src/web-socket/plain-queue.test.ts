import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainQueue } from './plain-queue.ts';

/** A socket on simulated time that sends `rate` bytes per ms. */
class SlowSocket {
  readonly sent: (string | Uint8Array)[] = [];
  #host: VirtualHost;
  #rate: number;
  #freeAt = 0;

  constructor(host: VirtualHost, rate: number) {
    this.#host = host;
    this.#rate = rate;
  }

  get bufferedAmount(): number {
    return Math.max(0, this.#freeAt - this.#host.now()) * this.#rate;
  }

  send(data: string | Uint8Array): void {
    this.sent.push(data);
    this.#freeAt = Math.max(this.#freeAt, this.#host.now()) + data.length / this.#rate;
  }
}

class Harness {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly socket: SlowSocket;
  readonly queue: PlainQueue;

  constructor(host = new VirtualHost(), rate = 1000) {
    this.host = host;
    this.loop = new EventLoop({ host });
    this.socket = new SlowSocket(host, rate);
    this.queue = new PlainQueue(this.socket, this.loop);
  }

  /** Fills the socket, so that it has no room for 100 ms. */
  fill(): void {
    this.queue.send('x'.repeat(2 ** 16 + 100_000), {});
    this.socket.sent.length = 0;
  }

  pass(time: number): void {
    this.host.advanceTo(this.host.now() + time);
  }
}

test('messages are handed over at once while the socket has room, texts as texts and bytes as bytes', () => {
  const { queue, socket } = new Harness();
  const bytes = Uint8Array.of(1, 2, 3, 4);
  for (const data of ['grüß', bytes, bytes.subarray(1, 3), bytes.buffer]) queue.send(data, { priority: 1 });
  expect(socket.sent).toEqual(['grüß', bytes, bytes.subarray(1, 3), bytes]);
  expect(queue.waiting).toBe(0);
});

test('queued messages are handed over by priority, and in order among equal priorities', () => {
  const harness = new Harness();
  const { queue, socket } = harness;
  harness.fill();
  for (const name of ['a', 'b', 'c']) {
    queue.send(`${name} low`, { priority: -1 });
    queue.send(`${name} usual`, {});
    queue.send(new TextEncoder().encode(`${name} high`), { priority: 1 });
  }
  expect(socket.sent).toEqual([]);
  expect(queue.waiting).toBe(3 * (5 + 7 + 6));
  harness.pass(99);
  expect(socket.sent).toEqual([]);
  harness.pass(10);
  const sent = socket.sent.map((data) => (typeof data === 'string' ? data : new TextDecoder().decode(data)));
  const names = ['high', 'usual', 'low'].flatMap((level) =>
    ['a', 'b', 'c'].map((name) => `${name} ${level}`),
  );
  expect(sent).toEqual(names);
  expect(queue.waiting).toBe(0);
});

test('no message overtakes the queue at the moment when the socket has room again', () => {
  const harness = new Harness();
  const { queue, socket } = harness;
  harness.fill();
  queue.send('first', {});
  harness.pass(102);
  expect(socket.sent).toEqual([]);
  queue.send('second', {});
  expect(socket.sent).toEqual(['first', 'second']);
});

test('only the newest message of a key is handed over: at the position of the first one if their priorities are equal, otherwise by its own priority', () => {
  const harness = new Harness();
  const { queue, socket } = harness;
  harness.fill();
  queue.send('1', { key: 'position' });
  queue.send('between', {});
  queue.send('22', { key: 'position' });
  queue.send('fast', { key: 'speed' });
  queue.send('333', { key: 'position' });
  queue.send('slow', { key: 'speed', priority: 1 });
  expect(queue.waiting).toBe('slow333between'.length);
  harness.pass(200);
  expect(socket.sent).toEqual(['slow', '333', 'between']);
  harness.fill();
  queue.send('4', { key: 'position' });
  harness.pass(200);
  expect(socket.sent).toEqual(['4']);
});

test('expired messages are not handed over', () => {
  const harness = new Harness();
  const { loop, queue, socket } = harness;
  harness.fill();
  queue.send('stale', { expiresIn: 50 });
  queue.send('fresh', { expiresIn: 500 });
  queue.send('stale, too', { expiresIn: 50, key: 'position' });
  harness.pass(60);
  expect(queue.waiting).toBe('fresh'.length);
  harness.pass(60);
  expect(socket.sent).toEqual(['fresh']);
  expect(loop.pendingTimers).toBe(0);
});

test('end() drops the messages in the queue, and leaves no timer', () => {
  const harness = new Harness();
  const { loop, queue, socket } = harness;
  harness.fill();
  queue.send('gone', { expiresIn: 500 });
  queue.send('gone, too', { key: 'position' });
  queue.end();
  expect(queue.waiting).toBe(0);
  expect(loop.pendingTimers).toBe(0);
  harness.pass(1000);
  expect(socket.sent).toEqual([]);
});

test('flush() hands over all messages by priority', () => {
  const harness = new Harness();
  const { loop, queue, socket } = harness;
  harness.fill();
  for (const [name, priority] of [
    ['low', 0],
    ['high', 1],
    ['low, too', 0],
  ] as const)
    queue.send(name, { priority });
  queue.flush();
  expect(socket.sent).toEqual(['high', 'low', 'low, too']);
  expect(queue.waiting).toBe(0);
  expect(loop.pendingTimers).toBe(0);
});

test('a text keeps a byte order mark at its beginning', () => {
  const harness = new Harness();
  harness.fill();
  harness.queue.send('\uFEFFtext', {});
  harness.queue.flush();
  expect(harness.socket.sent).toEqual(['\uFEFFtext']);
});

test('a fast socket never runs out of data between two polls', () => {
  const harness = new Harness(new VirtualHost(), 100_000);
  for (let i = 0; i < 100; i++) harness.queue.send(new Uint8Array(100_000), { priority: i % 2 });
  harness.pass(150);
  expect(harness.queue.waiting).toBe(0);
  expect(harness.socket.bufferedAmount).toBe(0);
});

/** A page whose timers fire once a second. */
class ThrottledHost extends VirtualHost {
  override wake(delay: number): void {
    const wakeAt = Math.ceil((this.now() + delay) / 1000) * 1000;
    super.wake(delay > 0 && delay < Infinity ? wakeAt - this.now() : delay);
  }
}

test('with throttled timers, messages that cannot be overtaken are all handed over at the next poll', () => {
  const harness = new Harness(new ThrottledHost(), 1000);
  for (let i = 0; i < 100; i++) harness.queue.send(new Uint8Array(100_000), { priority: 1 });
  harness.pass(1000);
  expect(harness.queue.waiting).toBe(0);
  harness.queue.send('next', { priority: 0 });
  expect(harness.queue.waiting).toBe(0);
});

test('with throttled timers and several priorities, the socket gets as much as it sends until the next poll', () => {
  const harness = new Harness(new ThrottledHost(), 1000);
  const { queue, socket } = harness;
  for (let i = 0; i < 300; i++) queue.send(new Uint8Array(100_000), { priority: i % 2, expiresIn: 60_000 });
  harness.pass(3000);
  const sentThen = 30_000_000 - queue.waiting - socket.bufferedAmount;
  harness.pass(10_000);
  const sent = 30_000_000 - queue.waiting - socket.bufferedAmount;
  expect(sent - sentThen).toBe(10_000_000); // it never ran out of data
  queue.send('urgent', { priority: 2 });
  harness.pass(4000);
  expect(socket.sent).toContain('urgent');
});

test('with throttled timers, pump() hands over more messages between two polls', () => {
  const harness = new Harness(new ThrottledHost(), 1000);
  const { queue, socket } = harness;
  for (let i = 0; i < 4; i++) queue.send(new Uint8Array(2_000_000), { expiresIn: 60_000 });
  harness.pass(2000);
  const { length } = socket.sent;
  harness.pass(950);
  queue.pump();
  expect(socket.sent.length).toBeGreaterThan(length);
});

const message = fc.record({
  size: fc.nat(30_000),
  priority: fc.nat(2),
  key: fc.constantFrom('', 'a', 'b'),
  expires: fc.constantFrom(0, 10, 100),
  pause: fc.constantFrom(0, 0, 0, 5, 50),
});

test('queued messages are counted until they are handed over or dropped', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      const harness = new Harness();
      const { loop, queue, socket } = harness;
      for (const { expires, key, pause, priority, size } of messages) {
        const how = { priority, ...(key !== '' && { key }), ...(expires > 0 && { expiresIn: expires }) };
        queue.send(new Uint8Array(size), how);
        harness.pass(pause);
      }
      const given = messages.reduce((sum, { size }) => sum + size, 0);
      const sent = (): number => socket.sent.reduce((sum, { length }) => sum + length, 0);
      expect(queue.waiting).toBeGreaterThanOrEqual(0);
      expect(sent() + queue.waiting).toBeLessThanOrEqual(given);
      const stays = messages.every(({ expires, key }) => expires === 0 && key === '');
      if (stays) expect(sent() + queue.waiting).toBe(given);
      harness.pass(2000);
      expect(queue.waiting).toBe(0);
      expect(loop.pendingTimers).toBe(0);
    }),
  );
});
