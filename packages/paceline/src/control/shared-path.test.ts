import { expect, test } from 'vitest';
import { usualSegment } from './latency-controller.ts';
import { Share } from './share.ts';
import { SharedPath } from './shared-path.ts';

const [interval, roundTrip, chunk] = [5, 30, 1000]; // ms, ms, bytes
const period = 500; // ms, the minimum time between two evaluations of a path

/** Connections of one path that have `chunk` bytes acknowledged each `interval` ms. */
class Connections {
  readonly path: SharedPath = new SharedPath();
  readonly shares: readonly Share[];
  now = 0;

  constructor(count: number) {
    this.shares = Array.from({ length: count }, () => new Share());
    for (const share of this.shares) this.path.add(share);
  }

  /** Lets `time` ms pass, in which each connection has 4 chunks in flight. `roundTripOf` returns the round trip of a connection in ms, or undefined if its peer is silent. */
  run(time: number, roundTripOf: (index: number) => number | undefined = () => roundTrip): void {
    for (const end = this.now + time; this.now < end; this.now += interval) {
      for (const [index, share] of this.shares.entries()) {
        this.allowed(index);
        const took = roundTripOf(index);
        if (took !== undefined) this.#acknowledge(share, took);
      }
    }
  }

  /** Bytes that a connection with messages to send may have in flight. */
  allowed(index: number, unacknowledged: number = 4 * chunk): number {
    return this.path.allowed(this.shares[index]!, 1, 3, this.now, unacknowledged);
  }

  /** A connection has messages that wait. `unacknowledged`: bytes in flight. */
  wait(index: number, unacknowledged = 0): void {
    this.#acknowledge(this.shares[index]!, roundTrip, unacknowledged, 0, false);
  }

  acknowledgeAll(index: number): void {
    this.#acknowledge(this.shares[index]!, roundTrip, 0);
  }

  #acknowledge(
    share: Share,
    took: number,
    unacknowledged: number = 4 * chunk,
    bytes: number = chunk,
    isEmpty: boolean = unacknowledged === 0,
  ): void {
    const { now } = this;
    const times = { now, sentAt: now - took, deliveredAt: now, roundTrip: took, held: 0, frames: 1 };
    this.path.delivered(share, { ...times, bytes, unacknowledged, isEmpty });
  }
}

test('each busy connection may use an equal share of one window, and one segment more', () => {
  const one = new Connections(1);
  const four = new Connections(4);
  const window = one.allowed(0, 0);
  for (const index of four.shares.keys()) four.wait(index);
  expect(four.allowed(0, 0)).toBe(window / 4 + usualSegment);
});

test('together, connections have no more in flight than the window', () => {
  const two = new Connections(2);
  const window = two.allowed(0, 0);
  two.wait(1, window - 5000);
  expect(two.allowed(0, 0)).toBe(5000);
});

test('a connection may send a segment even if the others fill the window', () => {
  const two = new Connections(2);
  const window = two.allowed(0, 0);
  two.wait(1, window);
  expect(two.allowed(0, 0)).toBe(usualSegment);
});

test('a connection without messages leaves its share to the others', () => {
  const two = new Connections(2);
  const window = two.allowed(0, 0);
  two.wait(1, chunk);
  expect(two.allowed(0, 0)).toBeLessThan(window);
  two.acknowledgeAll(1);
  expect(two.allowed(0, 0)).toBeGreaterThanOrEqual(window);
  expect(two.path.isContended).toBe(false);
});

test('connections with small messages leave their shares to one with bulk data', () => {
  const eight = new Connections(8);
  const window = eight.allowed(0, 0);
  eight.wait(0);
  for (let index = 1; index < 8; index++) {
    eight.allowed(index, 0);
    eight.acknowledgeAll(index);
  }
  expect(eight.allowed(0, 0)).toBeGreaterThanOrEqual(window);
});

test('each busy connection gets an equal part of the rate of the path', () => {
  const [one, two] = [new Connections(1), new Connections(2)];
  for (const connections of [one, two]) connections.run(20 * period);
  const rateOf = ({ path, shares }: Connections): number => path.rateOf(shares[0]!)!;
  expect(rateOf(two) / rateOf(one)).toBeGreaterThan(0.9); // each connection has one chunk acknowledged per interval, whether it is alone or one of two
});

test('a connection that no longer asks for a share leaves it to the others', () => {
  const two = new Connections(2);
  for (const index of two.shares.keys()) two.wait(index);
  two.allowed(1, 0);
  expect(two.path.isContended).toBe(true);
  for (let i = 0; i < 3; i++) {
    two.allowed(0, 0);
    two.now += period;
  }
  two.allowed(0, 0);
  expect(two.path.isContended).toBe(false);
});

test('a connection whose peer is silent does not occupy the path', () => {
  const two = new Connections(2);
  two.run(period);
  expect(two.path.isContended).toBe(true);
  two.run(3 * period, (index) => (index === 0 ? roundTrip : undefined));
  expect(two.path.isContended).toBe(false);
  two.run(interval);
  expect(two.path.isContended).toBe(true);
});

test('a connection whose path is much longer than that of another does not use the common window', () => {
  const two = new Connections(2);
  two.run(2 * period, (index) => (index === 0 ? roundTrip : roundTrip + 100));
  expect(two.shares.map(({ isDistant }) => isDistant)).toEqual([false, true]);
  expect(two.path.isContended).toBe(false);
  two.run(20 * period);
  expect(two.shares[1]!.isDistant).toBe(false);
  expect(two.path.isContended).toBe(true);
});

test('connections share no window while other traffic makes all round trips longer', () => {
  const two = new Connections(2);
  two.run(4 * period);
  two.run(12 * period, () => 2 * roundTrip);
  expect(two.path.isContended).toBe(false);
  two.run(6 * period);
  expect(two.path.isContended).toBe(true);
});

test('a connection that was removed does not count', () => {
  const two = new Connections(2);
  two.run(period);
  two.path.remove(two.shares[1]!);
  expect(two.path.size).toBe(1);
  expect(two.path.isContended).toBe(false);
});
