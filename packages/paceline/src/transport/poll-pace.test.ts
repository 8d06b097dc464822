import { expect, test } from 'vitest';
import { PollPace } from './poll-pace.ts';

/** Number of polls in a time in ms, in which a frame is sent every `framePause` ms. */
function pollsIn(time: number, framePause: number, pace: PollPace = new PollPace()): number {
  let polls = 0;
  let nextFrameAt = framePause;
  for (let now = 0; now < time; now = Math.min(pace.nextAt(now, 4), nextFrameAt)) {
    if (now === nextFrameAt) {
      pace.sent();
      nextFrameAt += framePause;
    } else polls++;
  }
  return polls;
}

test('a connection by which a frame is sent every 50 ms is polled every 4 ms', () => {
  expect(pollsIn(10_000, 50)).toBeGreaterThan(2300);
});

test.each([100, 200, 900, 5000])(
  'a frame every %i ms allows 16 polls, in addition to one poll per second',
  (framePause) => {
    const frames = 1000;
    expect(pollsIn(frames * framePause, framePause)).toBeLessThan(300 + (16 + framePause / 1000) * frames);
    expect(pollsIn(frames * framePause, framePause)).toBeGreaterThan(Math.min(15, framePause / 5) * frames);
  },
);

test('while no frame is sent, the pauses between polls grow to a second', () => {
  expect(pollsIn(1000, Infinity)).toBeGreaterThan(150);
  expect(pollsIn(60_000, Infinity)).toBeLessThan(320);
  const pace = new PollPace();
  pollsIn(60_000, Infinity, pace);
  expect(pace.nextAt(70_000, 4)).toBe(71_000);
});

test('time in which nextAt is not called uses up no polls', () => {
  const pace = new PollPace();
  expect(pace.nextAt(0, 4)).toBeLessThan(4.1);
  expect(pace.nextAt(1_000_000, 4)).toBeLessThan(1_000_004.1);
});

test('no poll is needed if the controller does not ask for any', () => {
  const pace = new PollPace();
  expect(pace.nextAt(5, Infinity)).toBe(Infinity);
  expect(pace.nextAt(5, 4)).toBeLessThan(10);
});

test('between two polls the time of the next one does not change', () => {
  const pace = new PollPace();
  const nextAt = pace.nextAt(0, 4);
  expect([1, 2, 3].map((now) => pace.nextAt(now, 4))).toEqual([nextAt, nextAt, nextAt]);
});
