import { expect, test } from 'vitest';
import { PeerClock } from './peer-clock.ts';

test('the fastest acknowledgment determines how times of the peer are converted', () => {
  const clock = new PeerClock();
  clock.note(0, 1050); // the acknowledgment took 50 ms
  clock.note(100, 1120);
  clock.note(200, 1290);
  expect(clock.localTime(200)).toBe(1220);
});

test('the conversion follows a slower clock of the peer, because an acknowledgment counts for at most ten seconds', () => {
  const clock = new PeerClock();
  for (let now = 0; now <= 60_000; now += 100) clock.note(0.999 * now, now + 20);
  expect(60_020 - clock.localTime(0.999 * 60_000)).toBeLessThan(10);
});
