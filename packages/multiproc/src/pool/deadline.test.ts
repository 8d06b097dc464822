import { describe, expect, test } from 'vitest';
import { Deadline } from './deadline.ts';
import { blocked, busy, LateThread, throttled } from '../../../late-thread.test.setup.ts';

/** Returns when a deadline of 2,000 ms expires; undefined if a message after `answer` ms cancels it. */
function expiryOn(thread: LateThread, answer?: number): number | undefined {
  let expiry: number | undefined;
  const deadline = new Deadline(2000, () => (expiry = thread.now()), thread);
  if (answer !== undefined) thread.receive(answer, () => deadline.cancel());
  thread.advanceTo(600_000);
  return expiry;
}

test('without an answer, the deadline expires after the limit', () => {
  expect(expiryOn(new LateThread())).toBe(2000);
});

test('an answer that waits while the thread is busy is in time', () => {
  for (const [from, to] of [
    [0, 2600],
    [36, 2636],
    [499, 3000],
    [1400, 60_000],
    [1900, 2100],
    [1999, 600_000],
  ] as const)
    expect(expiryOn(blocked(from, to), from + 1)).toBeUndefined();
});

test('one long task of the thread uses up at most a quarter of the limit', () => {
  for (const from of [0, 400, 1000]) {
    const thread = (): LateThread => blocked(from, from + 2600);
    expect(expiryOn(thread(), from + 2600 + 1000 - from)).toBeUndefined();
    expect(expiryOn(thread())).toBeLessThanOrEqual(from + 2600 + 2000);
  }
});

describe.each<[string, () => LateThread, number]>([
  ['whose timers fire once per second', () => throttled(1000), 5000],
  ['whose timers fire once per minute', () => throttled(60_000), 300_000],
  ['that is busy 40 of 50 ms', () => busy(40, 50), 2200],
  ['that is busy 120 of 130 ms', () => busy(120, 130), 2600],
  ['that is busy 990 of 1,000 ms', () => busy(990, 1000), 5000],
])('in a thread %s', (_, thread, latest) => {
  test('the deadline expires if no answer comes', () => {
    const expiry = expiryOn(thread());
    expect(expiry).toBeGreaterThanOrEqual(2000);
    expect(expiry).toBeLessThanOrEqual(latest);
  });

  test('any answer within the limit is in time', () => {
    for (let answer = 1; answer <= 2000; answer += 13) expect(expiryOn(thread(), answer)).toBeUndefined();
  });
});
