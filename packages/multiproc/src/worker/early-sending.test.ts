import { expect, test } from 'vitest';
import { EarlySending } from './early-sending.ts';

/** An `EarlySending` for which this number of jobs has ended. */
function sendingWith(ended: number): EarlySending {
  const sending = new EarlySending();
  for (let i = 0; i < ended; i++) sending.ended();
  return sending;
}

test('half of the results are sent early if the other half takes longer than a round trip', () => {
  expect([1, 2, 3].map((ended) => sendingWith(ended).isDue(2, 1))).toEqual([false, true, true]);
  expect(sendingWith(2).isDue(2, 0.001)).toBe(false);
  expect(sendingWith(2).isDue(2, NaN)).toBe(false);
});

test('results are sent early at most once after each message of the pool, and not while the pool sends more jobs', () => {
  const sending = sendingWith(2);
  expect([sending.isDue(2, 1), sending.isDue(2, 1)]).toEqual([true, false]);
  sending.received();
  expect(sending.isDue(2, 1)).toBe(true);
  sending.received();
  sending.getsMore = true;
  expect(sending.isDue(2, 1)).toBe(false);
});

test('only results that have not been sent yet count', () => {
  const sending = sendingWith(2);
  sending.sent();
  sending.ended();
  expect([sending.isDue(2, 1), sending.isDue(1, 1)]).toEqual([false, true]);
});
