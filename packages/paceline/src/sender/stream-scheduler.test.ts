import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { FrameWriter } from '../wire/frame-writer.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { type Fairness, OutgoingStream } from './outgoing-stream.ts';

const chunk = 1000;

/** Streams with many queued messages. */
class Bench {
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

  /** Number of chunks that a stream has sent, to within one or two. */
  chunks(stream: OutgoingStream): number {
    return this.bytes.get(stream)! / chunk;
  }
}

test('streams share bytes, whatever the sizes of their messages', () => {
  const bench = new Bench();
  const [one, other, third] = [bench.stream(), bench.stream(), bench.stream()];
  bench.give(one, 1000);
  bench.give(other, 10, 100_000);
  bench.give(third, 10_000, 100);
  bench.send(300_000);
  expect(bench.chunks(one)).toBeCloseTo(100, -1);
  expect(bench.chunks(other)).toBeCloseTo(100, -1);
  expect(bench.chunks(third)).toBeCloseTo(100, -1);
});

test('a stream of weight 2 gets twice as much', () => {
  const bench = new Bench();
  const [one, other] = [bench.stream(2), bench.stream(1)];
  bench.give(one, 1000);
  bench.give(other, 1000);
  bench.send(300_000);
  expect(bench.chunks(one)).toBeCloseTo(200, -1);
  expect(bench.chunks(other)).toBeCloseTo(100, -1);
});

test('a stream that is opened later gets no share for the time before', () => {
  const bench = new Bench();
  const first = bench.stream();
  bench.give(first, 10_000);
  bench.send(500_000);
  const second = bench.stream();
  bench.give(second, 10_000);
  bench.send(200_000);
  expect(bench.chunks(first)).toBeCloseTo(600, -1);
  expect(bench.chunks(second)).toBeCloseTo(100, -1);
});

test('an idle stream does not save its share for later', () => {
  const bench = new Bench();
  const [busy, idle] = [bench.stream(), bench.stream()];
  bench.give(busy, 10_000);
  bench.give(idle, 10);
  bench.send(500_000);
  expect(bench.chunks(busy)).toBeCloseTo(490, -1);
  expect(bench.chunks(idle)).toBeCloseTo(10, -1);
  bench.give(idle, 10_000);
  bench.send(200_000);
  expect(bench.chunks(busy)).toBeCloseTo(590, -1);
  expect(bench.chunks(idle)).toBeCloseTo(110, -1);
});

test('a stream that is opened when all others are idle has no advantage over them', () => {
  const bench = new Bench();
  const old = bench.stream();
  bench.give(old, 500);
  bench.send(500_000);
  const fresh = bench.stream();
  bench.give(old, 1000);
  bench.give(fresh, 1000);
  bench.send(200_000);
  expect(bench.chunks(old)).toBeCloseTo(600, -1);
  expect(bench.chunks(fresh)).toBeCloseTo(100, -1);
});

test('an idle stream does not save its share until all are idle', () => {
  const bench = new Bench();
  const [busy, idle] = [bench.stream(), bench.stream()];
  bench.give(busy, 500);
  bench.send(1_000_000);
  bench.give(idle, 1000);
  bench.give(busy, 1000);
  bench.send(200_000);
  expect(bench.chunks(idle)).toBeCloseTo(100, -1);
  expect(bench.chunks(busy)).toBeCloseTo(600, -1);
});

test('streams of quality fairness add equally to the quality, however large their messages are', () => {
  const bench = new Bench();
  const [small, large] = [bench.stream(1, 'quality'), bench.stream(1, 'quality')];
  bench.give(small, 1000, 2000, 0.04);
  bench.give(large, 1000, 10_000, 0.04);
  const ended = bench.send(1_200_000);
  for (const stream of [small, large]) expect(Math.abs(ended.get(stream)! - 100)).toBeLessThanOrEqual(1);
});

test('a group of n streams of quality fairness gets the bytes of n other streams', () => {
  const bench = new Bench();
  const [plain, small, large] = [bench.stream(), bench.stream(1, 'quality'), bench.stream(1, 'quality')];
  bench.give(plain, 1000);
  bench.give(small, 1000, 1000, 0.04);
  bench.give(large, 1000, 3000, 0.04);
  bench.send(600_000);
  expect(bench.chunks(plain)).toBeCloseTo(200, -1);
  expect(bench.chunks(small)).toBeCloseTo(100, -1);
  expect(bench.chunks(large)).toBeCloseTo(300, -1);
  const alone = new Bench();
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
  const bench = new Bench();
  const [one, other] = [bench.stream(great, 'quality'), bench.stream(small, 'quality')];
  bench.give(other, 3);
  bench.give(one, 1);
  bench.send(1_000_000);
  const [plain, quality] = [bench.stream(), bench.stream(1, 'quality')];
  for (const stream of [plain, quality]) bench.give(stream, 1000);
  bench.send(200_000);
  expect(bench.chunks(plain)).toBeCloseTo(100, -1);
  expect(bench.chunks(quality)).toBeCloseTo(100, -1);
});

test('the last active stream of a quality group gets the share of its own weight, whatever weights the others had', () => {
  const bench = new Bench();
  const [great, small, plain] = [bench.stream(1e17, 'quality'), bench.stream(1, 'quality'), bench.stream()];
  bench.give(small, 1000);
  bench.give(great, 1);
  bench.send(2000);
  bench.give(plain, 1000);
  const before = bench.chunks(small);
  bench.send(200_000);
  expect(bench.chunks(small) - before).toBeCloseTo(100, -1);
  expect(bench.chunks(plain)).toBeCloseTo(100, -1);
});

test('messages without marginalUtility use up the share of their stream', () => {
  const bench = new Bench();
  const [control, video] = [bench.stream(1, 'quality'), bench.stream(1, 'quality')];
  bench.give(control, 10_000);
  bench.give(video, 10_000, 1000, 0.001);
  bench.send(200_000);
  expect(bench.chunks(control)).toBeCloseTo(100, -1);
  expect(bench.chunks(video)).toBeCloseTo(100, -1);
});

test('each of thousands of streams gets its share', () => {
  const bench = new Bench();
  const streams = Array.from({ length: 5000 }, () => bench.stream());
  for (const stream of streams) bench.give(stream, 10);
  bench.send(5000 * 4 * chunk);
  expect(new Set(streams.map((stream) => bench.chunks(stream)))).toEqual(new Set([4]));
});

test('no message begins without room at the peer, while incomplete messages continue', () => {
  const bench = new Bench();
  bench.scheduler.flow.reassemblyLimit = 50_000;
  const [one, other] = [bench.stream(), bench.stream()];
  bench.give(one, 2, 40_000);
  bench.give(other, 2, 40_000);
  bench.send(20_000);
  expect(bench.chunks(one)).toBe(20);
  expect(bench.chunks(other)).toBe(0);
  bench.give(other, 10, 500);
  bench.send(60_000);
  expect(bench.chunks(one)).toBe(40);
  expect(bench.chunks(other)).toBe(0); // the first message is not acknowledged
});
