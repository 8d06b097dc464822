import { expect, test } from 'vitest';
import { LookAhead } from './look-ahead.ts';

test('a socket may have 64 KiB at first, and 1 MiB where timers are throttled', () => {
  const lookAhead = new LookAhead();
  expect(lookAhead.hasRoom(2 ** 16 - 1, false)).toBe(true);
  expect(lookAhead.hasRoom(2 ** 16, false)).toBe(false);
  expect(lookAhead.hasRoom(2 ** 20 - 1, true)).toBe(true);
  expect(lookAhead.hasRoom(2 ** 20, true)).toBe(false);
});

test('a socket may have twice what it sent between two polls', () => {
  const lookAhead = new LookAhead();
  lookAhead.hand(1_000_000);
  lookAhead.poll(700_000);
  expect(lookAhead.hasRoom(599_999, false)).toBe(true);
  expect(lookAhead.hasRoom(600_000, false)).toBe(false);
  lookAhead.poll(690_000);
  expect(lookAhead.hasRoom(2 ** 16, false)).toBe(false);
});

test('the bound doubles while the socket runs out of data, up to 64 MiB', () => {
  const lookAhead = new LookAhead();
  lookAhead.poll(0);
  expect(lookAhead.hasRoom(2 ** 17 - 1, false)).toBe(true);
  for (let i = 0; i < 20; i++) lookAhead.poll(0);
  expect(lookAhead.hasRoom(2 ** 26, false)).toBe(false);
});
