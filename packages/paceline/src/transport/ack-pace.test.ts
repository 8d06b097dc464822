import { expect, test } from 'vitest';
import { AckPace, maxAckDelay } from './ack-pace.ts';

/** Times in ms of the acknowledgments in one second, if `bytes` bytes arrive in each ms. */
function goAt(pace: AckPace, bytes: number): number[] {
  const at: number[] = [];
  for (let now = 0; now < 1000; now++) {
    pace.received(bytes, now);
    if (pace.nextAt(now) > now) continue;
    pace.spend(now);
    pace.acknowledged();
    at.push(now);
  }
  return at;
}

test('acknowledgments are sent at once after a pause, and then at a limited rate', () => {
  const at = goAt(new AckPace(40_000), 100);
  expect(at.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(at.length).toBeGreaterThan(80); // an acknowledgment takes 60 bytes, so 40 kbit/s allow 83 per second
  expect(at.length).toBeLessThan(130); // 0.5 % of the received bytes allow 8 more
  const half = goAt(new AckPace(20_000), 100);
  expect(half.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(half.length).toBeGreaterThan(40);
  expect(half.length).toBeLessThan(60);
});

test('acknowledgments take a share of the received bytes', () => {
  const all = goAt(new AckPace(40_000), 10_000).length;
  expect(all).toBeGreaterThan(900); // 0.5 % of 10 MB allow 833 acknowledgments of 60 bytes, and 40 kbit/s allow 83 more
  expect(all).toBeLessThan(930);
  const half = goAt(new AckPace(20_000), 10_000).length;
  expect(half).toBeGreaterThan(440);
  expect(half).toBeLessThan(475);
});

test.each([
  [20_000, 46],
  [40_000, 88],
  [1e9, 88],
])('a rate of %i bit/s, limited to 40,000, allows about %i acknowledgments per second', (rate, count) => {
  expect(Math.abs(goAt(new AckPace(rate), 1).length - count)).toBeLessThan(4);
});

test('an acknowledgment waits for the next data frame if few bytes have arrived', () => {
  const pace = new AckPace(20_000);
  for (const at of [80, 100]) pace.sent(at);
  pace.received(100, 110);
  expect(pace.nextAt(110)).toBe(110 + maxAckDelay);
  pace.received(100, 120);
  expect(pace.nextAt(120)).toBe(110 + maxAckDelay);
  pace.received(5000, 125);
  expect(pace.nextAt(125)).toBe(125);
  pace.acknowledged();
  pace.received(100, 130);
  expect(pace.nextAt(130)).toBe(130);
});

test('an acknowledgment does not wait if all data frames so far were sent within a few ms, or if the last one was sent more than 25 ms ago', () => {
  const pace = new AckPace(20_000);
  for (const at of [100, 101, 102]) pace.sent(at);
  pace.received(100, 110);
  expect(pace.nextAt(110)).toBe(110);
  pace.acknowledged();
  for (const at of [120, 140]) pace.sent(at);
  pace.received(100, 170);
  expect(pace.nextAt(170)).toBe(170);
});

test('no acknowledgment waits while timers are late', () => {
  const pace = new AckPace(20_000, () => true);
  for (const at of [80, 100]) pace.sent(at);
  for (let now = 110; now < 210; now++) {
    pace.received(100, now);
    expect(pace.nextAt(now)).toBe(now);
    pace.spend(now);
  }
});
