import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OneWayLink } from '../settings.ts';
import { type SimulatedEnd, SimulatedLink } from './simulated-link.ts';

const way: OneWayLink = { rate: 8e6, delay: 20, queue: 80_000 };

/** A link, and the frames that arrive over a connection. */
class TestConnection {
  readonly host: VirtualHost = new VirtualHost();
  readonly link: SimulatedLink;
  readonly near: SimulatedEnd;
  readonly far: SimulatedEnd;
  readonly arrived: { readonly bytes: number; readonly first: number; readonly at: number }[] = [];
  readonly closes: string[] = [];

  constructor(settings: OneWayLink) {
    this.link = new SimulatedLink(new EventLoop({ host: this.host }), settings);
    [this.near, this.far] = this.link.connect();
    this.far.listener = {
      received: (frame) => this.arrived.push({ bytes: frame.length, first: frame[0]!, at: this.host.now() }),
      closed: (code, reason) => this.closes.push(`${code} ${reason}`),
    };
  }

  send(bytes: number, first = 0): void {
    const frame = new Uint8Array(bytes);
    frame[0] = first;
    this.near.send(frame);
  }
}

test('a frame arrives after the transmission time of its bytes and headers, plus the delay of the link', () => {
  const connection = new TestConnection(way);
  connection.send(100);
  connection.host.advanceTo(100);
  connection.send(2000);
  connection.host.advanceTo(200);
  expect(connection.arrived.map(({ bytes }) => bytes)).toEqual([100, 2000]);
  expect(connection.arrived[0]!.at).toBeCloseTo(20.152);
  expect(connection.arrived[1]!.at).toBeCloseTo(100 + 20 + 2.104);
});

test('the congestion window begins with ten segments, and doubles with each round trip', () => {
  const connection = new TestConnection({ rate: 1e9, delay: 50, queue: 1e6 });
  for (let i = 0; i < 70; i++) connection.send(1448);
  const arrivedBy = (time: number): number => {
    connection.host.advanceTo(time);
    return connection.arrived.length;
  };
  expect([arrivedBy(60), arrivedBy(160), arrivedBy(260)]).toEqual([10, 30, 70]);
});

test('all frames arrive once and in order, although packets are dropped', () => {
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
      const connection = new TestConnection(before);
      for (const [i, { bytes, pause }] of sent.entries()) {
        if (i === 20) connection.link.set(after);
        connection.send(bytes, i);
        connection.host.advanceTo(connection.host.now() + pause);
      }
      connection.host.advanceTo(1e6);
      expect(connection.arrived.map(({ bytes, first }) => ({ bytes, first }))).toEqual(
        sent.map(({ bytes }, first) => ({ bytes, first })),
      );
    }),
    { numRuns: 200 },
  );
});

test('one connection uses more than 90 % of its link', () => {
  const connection = new TestConnection(way);
  const size = 14_480;
  for (let i = 0; i < 1000; i++) connection.send(size);
  connection.host.advanceTo(10_000);
  const steady = connection.arrived.filter(({ at }) => at > 2000);
  const rate = (8000 * size * steady.length) / 8000;
  expect(rate).toBeGreaterThan(0.9 * way.rate);
  expect(rate).toBeLessThan(way.rate);
});

test('a frame waits in the sender behind earlier frames', () => {
  const connection = new TestConnection(way);
  connection.send(500_000, 1);
  connection.send(10, 2);
  expect(connection.near.buffered).toBe(500_010 - 14_480 - 65_536);
  connection.host.advanceTo(5000);
  expect(connection.arrived.map(({ first }) => first)).toEqual([1, 2]);
  expect(connection.arrived[1]!.at).toBeGreaterThan(500);
  expect(connection.near.buffered).toBe(0);
});

test('closing a connection discards its data in flight, and calls `closed` at the other end', () => {
  const connection = new TestConnection(way);
  connection.send(100_000);
  connection.host.advanceTo(30);
  connection.near.close(4000, 'enough');
  connection.send(10);
  connection.host.advanceTo(1000);
  expect(connection.arrived).toEqual([]);
  expect(connection.closes).toEqual(['4000 enough']);
});
