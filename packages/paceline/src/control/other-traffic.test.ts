import { expect, test } from 'vitest';
import { OtherTraffic } from './other-traffic.ts';

const [short, long] = [30, 60]; // round trips in ms
const second = 1000;

/** Ends periods of a second with these least round trips. Returns whether other traffic was assumed after each. */
function presence(traffic: OtherTraffic, trips: readonly number[], from = 0): boolean[] {
  return trips.map((trip, i) => {
    traffic.endPeriod(trip, from + i * second);
    return traffic.isPresent;
  });
}

const repeated = (count: number, trip: number): number[] => Array.from({ length: count }, () => trip);

test('other traffic is assumed after four periods with a queue, until a period has none', () => {
  const traffic = new OtherTraffic();
  expect(presence(traffic, [short, long, long, long, short, long, long, long])).not.toContain(true);
  expect(presence(traffic, [long, long, short], 8 * second)).toEqual([true, true, false]);
});

test('the assumption is dropped for a while although the queue remains, each time later', () => {
  const traffic = new OtherTraffic();
  const all = presence(traffic, [short, ...repeated(200, long)]);
  const lengths = all
    .map(Number)
    .join('')
    .split(/0+/)
    .filter((run) => run !== '')
    .map(({ length }) => length);
  expect(lengths.slice(0, 4)).toEqual([8, 16, 32, 60]);
});

test('a path that was always busy shows no other traffic', () => {
  expect(presence(new OtherTraffic(), repeated(20, long))).not.toContain(true);
});
