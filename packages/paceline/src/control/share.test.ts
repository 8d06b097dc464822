import { expect, test } from 'vitest';
import { Share } from './share.ts';

const roundTrip = 30;

/** Acknowledges 1,000 bytes at each of the times. */
function hear(share: Share, times: readonly number[]): void {
  for (const now of times)
    share.heard(
      {
        now,
        bytes: 1000,
        sentAt: now - roundTrip,
        deliveredAt: now,
        held: 0,
        unacknowledged: 0,
        isEmpty: true,
      },
      roundTrip,
    );
}

test('the rate of a connection is the best of its last two slots of two round trips', () => {
  const share = new Share();
  hear(share, [0, 20, 40]);
  expect(share.rate).toBeUndefined();
  hear(share, [60]);
  expect(share.rate).toBe(50);
  hear(share, [120]);
  expect(share.rate).toBe(50);
  hear(share, [180]);
  expect(share.rate).toBeCloseTo(1000 / 60);
});

test('after a pause the rate of a connection is unknown', () => {
  const share = new Share();
  hear(share, [0, 30, 60]);
  expect(share.rate).toBeDefined();
  hear(share, [1000]);
  expect(share.rate).toBeUndefined();
});

test('a connection is silent if nothing was acknowledged for a period although bytes were in flight', () => {
  const share = new Share();
  share.endPeriod();
  expect(share.isSilent).toBe(false);
  share.counted = 1000;
  hear(share, [0]);
  share.endPeriod();
  expect(share.isSilent).toBe(false);
  share.endPeriod();
  expect(share.isSilent).toBe(true);
  hear(share, [600]);
  expect(share.isSilent).toBe(false);
});
