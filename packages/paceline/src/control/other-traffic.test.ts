import { expect, test } from 'vitest';
import { OtherTraffic } from './other-traffic.ts';

const [short, long, longer] = [30, 60, 70]; // round trips in ms
const second = 1000;

/** Ends periods of a second with these least round trips. Returns whether other traffic was assumed after each. */
function presence(traffic: OtherTraffic, trips: readonly number[], from = 0): boolean[] {
  return trips.map((trip, i) => {
    traffic.endPeriod(trip, from + i * second);
    return traffic.isPresent;
  });
}

/** Round trips beside a queue that varies. */
const queued = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (i % 2 === 0 ? long : longer));

test('other traffic is assumed after four periods with a queue, until a period has none', () => {
  const traffic = new OtherTraffic();
  expect(presence(traffic, [short, long, long, long, short, long, long, long])).not.toContain(true);
  expect(presence(traffic, [long, long, short], 8 * second)).toEqual([true, true, false]);
});

test('the assumption is dropped for a while although the queue remains, each time later', () => {
  const traffic = new OtherTraffic();
  const all = presence(traffic, [short, ...queued(200)]);
  const lengths = all
    .map(Number)
    .join('')
    .split(/0+/)
    .filter((run) => run !== '')
    .map(({ length }) => length);
  expect(lengths.slice(0, 4)).toEqual([8, 16, 32, 60]);
});

test('the queue of a path that was always busy is taken for a part of the path', () => {
  expect(presence(new OtherTraffic(), queued(20))).not.toContain(true);
});

test('steady round trips of eight periods are those of a new route', () => {
  const steady = Array.from({ length: 20 }, () => long);
  expect(presence(new OtherTraffic(), [short, ...steady]).slice(-10)).not.toContain(true);
});
