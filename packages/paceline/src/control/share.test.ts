import { expect, test } from 'vitest';
import { Share } from './share.ts';

const roundTrip = 30;

/** Acknowledges 1,000 bytes at each of the times. `unacknowledged`: bytes that are still in flight. */
function hear(share: Share, times: readonly number[], unacknowledged = 1000): void {
  for (const now of times) {
    const delivery = { now, sentAt: now - roundTrip, deliveredAt: now, roundTrip, held: 0, frames: 1 };
    share.heard({ ...delivery, bytes: 1000, unacknowledged, isEmpty: true }, roundTrip);
  }
}

test('the rate of a connection is the higher rate of its last two slots, each of which lasts two round trips', () => {
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

test('the rate of a connection is unknown after everything was acknowledged', () => {
  const share = new Share();
  hear(share, [0, 30, 60]);
  expect(share.rate).toBeDefined();
  hear(share, [90], 0);
  expect(share.rate).toBeUndefined();
});

test('a connection whose acknowledgments come seldom has a low rate', () => {
  const share = new Share();
  hear(share, [0, 400, 800]);
  expect(share.rate).toBe(2.5);
  expect(share.window).toBe(2.5 * roundTrip);
});

test('a connection is silent if nothing was acknowledged for a period although bytes were in flight', () => {
  const share = new Share();
  share.counted = 1000;
  share.endPeriod(roundTrip, 0);
  expect(share.isSilent).toBe(false); // the bytes may have been sent just before the end of the period
  hear(share, [0]);
  share.endPeriod(roundTrip, 0);
  expect(share.isSilent).toBe(false);
  share.endPeriod(roundTrip, 0);
  expect(share.isSilent).toBe(true);
  hear(share, [600]);
  expect(share.isSilent).toBe(false);
});

/** Frames that were sent at these times arrive together at `now`. Then the period ends. */
function hearLate(share: Share, now: number, ...sentAt: readonly number[]): void {
  for (const sent of sentAt) {
    const delivery = { now, sentAt: sent, deliveredAt: now, roundTrip: now - sent, held: 0, frames: 1 };
    share.heard({ ...delivery, bytes: 1000, unacknowledged: 1000, isEmpty: false }, roundTrip);
  }
  share.endPeriod(roundTrip, now);
}

test('a connection is distant after two long round trips in succession', () => {
  const share = new Share();
  hearLate(share, 300, 0, 10, 20);
  expect(share.isDistant).toBe(false); // they were in flight together, so one lost segment can delay all
  hearLate(share, 600, 300, 310);
  expect(share.isDistant).toBe(true);
  hear(share, [8700]);
  share.endPeriod(roundTrip, 8700);
  expect(share.isDistant).toBe(false);
});

test('a connection is not distant if a short round trip lies between two long ones', () => {
  const share = new Share();
  hearLate(share, 300, 0);
  hearLate(share, 600, 570);
  hearLate(share, 900, 600);
  expect(share.isDistant).toBe(false);
});

test('a silent connection does not become distant', () => {
  const share = new Share();
  hearLate(share, 300, 0);
  share.endPeriod(roundTrip, 900);
  share.endPeriod(roundTrip, 1500);
  expect(share.isDistant).toBe(false);
});
