import { expect, test } from 'vitest';
import { DeliveryRate } from './delivery-rate.ts';

const [interval, roundTrip, never] = [5, 30, Infinity]; // ms

/** Delivers `bytes` each `interval` ms for one round. Returns the time of its end. */
function deliverRound(rate: DeliveryRate, from: number, bytes: number): number {
  for (let now = from + interval; now <= from + roundTrip; now += interval)
    rate.add(bytes, now, false, never);
  rate.endRound(from + roundTrip);
  return from + roundTrip;
}

test('the rate is that of the last two rounds', () => {
  const rate = new DeliveryRate(0);
  let now = 0;
  for (const bytes of [1000, 500, 500]) now = deliverRound(rate, now, bytes);
  expect(rate.value).toBe(500 / interval);
});

test('the best rate is that of one of the last ten rounds', () => {
  const rate = new DeliveryRate(0);
  let now = deliverRound(rate, 0, 1000);
  for (let i = 0; i < 9; i++) now = deliverRound(rate, now, 500);
  expect(rate.best(now)).toBe(1000 / interval);
  now = deliverRound(rate, now, 500);
  expect(rate.best(now)).toBe(500 / interval);
});

test('the best rate counts for at most three seconds', () => {
  const rate = new DeliveryRate(0);
  const now = deliverRound(rate, 0, 1000);
  expect(rate.best(now + 2900)).toBe(1000 / interval);
  expect(rate.best(now + 3100)).toBe(0);
});

test('the longest stop of the path does not count as time of the round', () => {
  const rate = new DeliveryRate(0);
  const maxPause = 60;
  rate.add(1000, 10, false, maxPause);
  rate.add(1000, 810, false, maxPause);
  rate.add(1000, 820, false, maxPause);
  expect(rate.timeOfRound(820)).toBe(20);
  expect(rate.endRound(820)).toBe(150);
});

test('of a stop that began before the round, only the part within the round is left out', () => {
  const rate = new DeliveryRate(0);
  rate.add(1000, 10, false, 60);
  rate.skipRound(500);
  rate.add(1000, 810, false, 60);
  expect(rate.timeOfRound(820)).toBe(10);
});

test('after reset, earlier rounds have no effect on the rate', () => {
  const rate = new DeliveryRate(0);
  let now = deliverRound(rate, 0, 1000);
  rate.reset(100);
  now = deliverRound(rate, now, 500);
  expect(rate.value).toBe(500 / interval);
});
