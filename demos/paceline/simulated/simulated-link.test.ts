import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Way } from '../settings.ts';
import { type SimulatedEnd, SimulatedLink } from './simulated-link.ts';

const way: Way = { rate: 8e6, delay: 20, queue: 80_000 };

/** A link, and what comes at the other end of a connection over it. */
class Bench {
  readonly host: VirtualHost = new VirtualHost();
  readonly link: SimulatedLink;
  readonly near: SimulatedEnd;
  readonly far: SimulatedEnd;
  readonly came: { readonly bytes: number; readonly first: number; readonly at: number }[] = [];
  readonly ends: string[] = [];

  constructor(settings: Way) {
    this.link = new SimulatedLink(new EventLoop({ host: this.host }), settings);
    [this.near, this.far] = this.link.connect();
    this.far.listener = {
      received: (frame) => this.came.push({ bytes: frame.length, first: frame[0]!, at: this.host.now() }),
      closed: (code, reason) => this.ends.push(`${code} ${reason}`),
    };
  }

  send(bytes: number, first = 0): void {
    const frame = new Uint8Array(bytes);
    frame[0] = first;
    this.near.send(frame);
  }
}

test('a frame comes when its last segment has: after its time over the link, headers included, and the delay', () => {
  const bench = new Bench(way);
  bench.send(100);
  bench.host.advanceTo(100);
  bench.send(2000);
  bench.host.advanceTo(200);
  expect(bench.came.map(({ bytes }) => bytes)).toEqual([100, 2000]);
  expect(bench.came[0]!.at).toBeCloseTo(20.152);
  expect(bench.came[1]!.at).toBeCloseTo(100 + 20 + 2.104);
});

test('ten segments go at first, and twice as many after each round trip', () => {
  const bench = new Bench({ rate: 1e9, delay: 50, queue: 1e6 });
  for (let i = 0; i < 70; i++) bench.send(1448);
  const cameBy = (time: number): number => {
    bench.host.advanceTo(time);
    return bench.came.length;
  };
  expect([cameBy(60), cameBy(160), cameBy(260)]).toEqual([10, 30, 70]);
});

test('all frames come, once and in their order, however much is dropped on the way', () => {
  const frames = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 40_000 }), pause: fc.nat(40) }), {
    minLength: 1,
    maxLength: 60,
  });
  const ways = fc.record({
    rate: fc.integer({ min: 500_000, max: 50_000_000 }),
    delay: fc.integer({ min: 0, max: 100 }),
    queue: fc.integer({ min: 3000, max: 100_000 }),
  });
  fc.assert(
    fc.property(ways, ways, frames, (before, after, sent) => {
      const bench = new Bench(before);
      for (const [i, { bytes, pause }] of sent.entries()) {
        if (i === 20) bench.link.set(after);
        bench.send(bytes, i);
        bench.host.advanceTo(bench.host.now() + pause);
      }
      bench.host.advanceTo(1e6);
      expect(bench.came.map(({ bytes, first }) => ({ bytes, first }))).toEqual(
        sent.map(({ bytes }, first) => ({ bytes, first })),
      );
    }),
    { numRuns: 200 },
  );
});

test('one connection fills its link, and keeps the queue before it between empty and full', () => {
  const bench = new Bench(way);
  const size = 14_480;
  for (let i = 0; i < 1000; i++) bench.send(size);
  bench.host.advanceTo(10_000);
  const steady = bench.came.filter(({ at }) => at > 2000);
  const rate = (8000 * size * steady.length) / 8000;
  expect(rate).toBeGreaterThan(0.9 * way.rate);
  expect(rate).toBeLessThan(way.rate);
});

test('what was written before cannot be overtaken: it waits in the sender', () => {
  const bench = new Bench(way);
  bench.send(500_000, 1);
  bench.send(10, 2);
  expect(bench.near.buffered).toBe(500_010 - 14_480 - 65_536);
  bench.host.advanceTo(5000);
  expect(bench.came.map(({ first }) => first)).toEqual([1, 2]);
  expect(bench.came[1]!.at).toBeGreaterThan(500);
  expect(bench.near.buffered).toBe(0);
});

test('a connection that is closed brings nothing more, and both ends know', () => {
  const bench = new Bench(way);
  bench.send(100_000);
  bench.host.advanceTo(30);
  bench.near.close(4000, 'enough');
  bench.send(10);
  bench.host.advanceTo(1000);
  expect(bench.came).toEqual([]);
  expect(bench.ends).toEqual(['4000 enough']);
});
