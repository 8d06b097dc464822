import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { FrameWriter } from '../wire/frame-writer.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { type Fairness, OutgoingStream } from './outgoing-stream.ts';

const chunk = 1000;

/** Streams with many queued messages. */
class Harness {
  readonly scheduler: ChunkScheduler = new ChunkScheduler(chunk);
  /** Bytes that each stream has sent. */
  readonly bytes: Map<OutgoingStream, number> = new Map();
  #writer: FrameWriter = new FrameWriter();
  #loop = new EventLoop({ host: new VirtualHost() });
  #count = 0;

  constructor() {
    this.scheduler.flow.credit = Infinity;
    this.scheduler.flow.reassemblyLimit = Infinity;
  }

  stream(weight = 1, fairness: Fairness = 'resource'): OutgoingStream {
    const parts = { id: this.#count++, weight, fairness, window: 2 ** 30 };
    const stream = new OutgoingStream({ ...parts, loop: this.#loop, sink: this.scheduler, ended() {} });
    this.scheduler.join(stream);
    this.bytes.set(stream, 0);
    return stream;
  }

  give(stream: OutgoingStream, count: number, size = chunk, marginalUtility = 0): void {
    for (let i = 0; i < count; i++) stream.send(new Uint8Array(size), false, { marginalUtility });
  }

  /** Sends about this many bytes, chunk by chunk; returns the number of messages that each stream has completed. */
  send(bytes: number): Map<OutgoingStream, number> {
    const ended = new Map<OutgoingStream, number>();
    for (let sent = 0; sent < bytes;) {
      const chunks = this.scheduler.fill(this.#writer, chunk + 30);
      this.#writer.take();
      if (chunks.length === 0) break;
      for (const one of chunks) {
        if (typeof one === 'function') continue;
        const { from, message, to } = one;
        sent += to - from;
        this.bytes.set(message.stream, this.bytes.get(message.stream)! + to - from);
        if (to === message.size) ended.set(message.stream, (ended.get(message.stream) ?? 0) + 1);
      }
    }
    return ended;
  }

  /** Bytes that a stream has sent, divided by the size of a chunk. */
  chunks(stream: OutgoingStream): number {
    return this.bytes.get(stream)! / chunk;
  }
}

test('streams share the bytes equally, whatever the sizes of their messages', () => {
  const harness = new Harness();
  const [one, other, third] = [harness.stream(), harness.stream(), harness.stream()];
  harness.give(one, 1000);
  harness.give(other, 10, 100_000);
  harness.give(third, 10_000, 100);
  harness.send(300_000);
  expect(harness.chunks(one)).toBeCloseTo(100, -1);
  expect(harness.chunks(other)).toBeCloseTo(100, -1);
  expect(harness.chunks(third)).toBeCloseTo(100, -1);
});

test('a stream of weight 2 gets twice as much', () => {
  const harness = new Harness();
  const [one, other] = [harness.stream(2), harness.stream(1)];
  harness.give(one, 1000);
  harness.give(other, 1000);
  harness.send(300_000);
  expect(harness.chunks(one)).toBeCloseTo(200, -1);
  expect(harness.chunks(other)).toBeCloseTo(100, -1);
});

test('a stream that is opened later gets no share for the time before', () => {
  const harness = new Harness();
  const first = harness.stream();
  harness.give(first, 10_000);
  harness.send(500_000);
  const second = harness.stream();
  harness.give(second, 10_000);
  harness.send(200_000);
  expect(harness.chunks(first)).toBeCloseTo(600, -1);
  expect(harness.chunks(second)).toBeCloseTo(100, -1);
});

test('an idle stream does not save its share for later', () => {
  const harness = new Harness();
  const [busy, idle] = [harness.stream(), harness.stream()];
  harness.give(busy, 10_000);
  harness.give(idle, 10);
  harness.send(500_000);
  expect(harness.chunks(busy)).toBeCloseTo(490, -1);
  expect(harness.chunks(idle)).toBeCloseTo(10, -1);
  harness.give(idle, 10_000);
  harness.send(200_000);
  expect(harness.chunks(busy)).toBeCloseTo(590, -1);
  expect(harness.chunks(idle)).toBeCloseTo(110, -1);
});

test('a stream that is opened when all others are idle has no advantage over them', () => {
  const harness = new Harness();
  const old = harness.stream();
  harness.give(old, 500);
  harness.send(500_000);
  const fresh = harness.stream();
  harness.give(old, 1000);
  harness.give(fresh, 1000);
  harness.send(200_000);
  expect(harness.chunks(old)).toBeCloseTo(600, -1);
  expect(harness.chunks(fresh)).toBeCloseTo(100, -1);
});

test('a stream that was idle while others sent has no advantage after all streams were idle', () => {
  const harness = new Harness();
  const [busy, idle] = [harness.stream(), harness.stream()];
  harness.give(busy, 500);
  harness.send(1_000_000);
  harness.give(idle, 1000);
  harness.give(busy, 1000);
  harness.send(200_000);
  expect(harness.chunks(idle)).toBeCloseTo(100, -1);
  expect(harness.chunks(busy)).toBeCloseTo(600, -1);
});

test('streams of quality fairness add equally to the quality, however large their messages are', () => {
  const harness = new Harness();
  const [small, large] = [harness.stream(1, 'quality'), harness.stream(1, 'quality')];
  harness.give(small, 1000, 2000, 0.04);
  harness.give(large, 1000, 10_000, 0.04);
  const ended = harness.send(1_200_000);
  for (const stream of [small, large]) expect(Math.abs(ended.get(stream)! - 100)).toBeLessThanOrEqual(1);
});

test('a group of n streams of quality fairness gets as many bytes as n other streams', () => {
  const harness = new Harness();
  const [plain, small, large] = [
    harness.stream(),
    harness.stream(1, 'quality'),
    harness.stream(1, 'quality'),
  ];
  harness.give(plain, 1000);
  harness.give(small, 1000, 1000, 0.04);
  harness.give(large, 1000, 3000, 0.04);
  harness.send(600_000);
  expect(harness.chunks(plain)).toBeCloseTo(200, -1);
  expect(harness.chunks(small)).toBeCloseTo(100, -1);
  expect(harness.chunks(large)).toBeCloseTo(300, -1);
  const alone = new Harness();
  const [one, other] = [alone.stream(), alone.stream(1, 'quality')];
  alone.give(one, 1000);
  alone.give(other, 1000, 1000, 0.04);
  alone.send(200_000);
  expect(alone.chunks(one)).toBeCloseTo(100, -1);
  expect(alone.chunks(other)).toBeCloseTo(100, -1);
});

test.each([
  [1e17, 1],
  [1, 1e-300],
  [1e308, 1e308],
])('streams of the weights %s and %s do not distort the shares of later streams', (great, small) => {
  const harness = new Harness();
  const [one, other] = [harness.stream(great, 'quality'), harness.stream(small, 'quality')];
  harness.give(other, 3);
  harness.give(one, 1);
  harness.send(1_000_000);
  const [plain, quality] = [harness.stream(), harness.stream(1, 'quality')];
  for (const stream of [plain, quality]) harness.give(stream, 1000);
  harness.send(200_000);
  expect(harness.chunks(plain)).toBeCloseTo(100, -1);
  expect(harness.chunks(quality)).toBeCloseTo(100, -1);
});

test('the last active stream of a quality group gets the share of its own weight, whatever weights the others had', () => {
  const harness = new Harness();
  const [great, small, plain] = [
    harness.stream(1e17, 'quality'),
    harness.stream(1, 'quality'),
    harness.stream(),
  ];
  harness.give(small, 1000);
  harness.give(great, 1);
  harness.send(2000);
  harness.give(plain, 1000);
  const before = harness.chunks(small);
  harness.send(200_000);
  expect(harness.chunks(small) - before).toBeCloseTo(100, -1);
  expect(harness.chunks(plain)).toBeCloseTo(100, -1);
});

test('a stream of messages without marginalUtility gets no more than its share', () => {
  const harness = new Harness();
  const [control, video] = [harness.stream(1, 'quality'), harness.stream(1, 'quality')];
  harness.give(control, 10_000);
  harness.give(video, 10_000, 1000, 0.001);
  harness.send(200_000);
  expect(harness.chunks(control)).toBeCloseTo(100, -1);
  expect(harness.chunks(video)).toBeCloseTo(100, -1);
});

test('each of thousands of streams gets its share', () => {
  const harness = new Harness();
  const streams = Array.from({ length: 5000 }, () => harness.stream());
  for (const stream of streams) harness.give(stream, 10);
  harness.send(5000 * 4 * chunk);
  expect(new Set(streams.map((stream) => harness.chunks(stream)))).toEqual(new Set([4]));
});

test('no message begins without room at the peer, while incomplete messages continue', () => {
  const harness = new Harness();
  harness.scheduler.flow.reassemblyLimit = 50_000;
  const [one, other] = [harness.stream(), harness.stream()];
  harness.give(one, 2, 40_000);
  harness.give(other, 2, 40_000);
  harness.send(20_000);
  expect(harness.chunks(one)).toBe(20);
  expect(harness.chunks(other)).toBe(0);
  harness.give(other, 10, 500);
  harness.send(60_000);
  expect(harness.chunks(one)).toBe(40);
  expect(harness.chunks(other)).toBe(0); // the first message is not acknowledged
});
