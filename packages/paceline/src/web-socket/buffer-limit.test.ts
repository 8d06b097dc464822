import { expect, test } from 'vitest';
import { BufferLimit } from './buffer-limit.ts';

test('the limit is 64 KiB at first, and 1 MiB where timers are throttled', () => {
  const bufferLimit = new BufferLimit();
  expect(bufferLimit.hasRoom(2 ** 16 - 1, false)).toBe(true);
  expect(bufferLimit.hasRoom(2 ** 16, false)).toBe(false);
  expect(bufferLimit.hasRoom(2 ** 20 - 1, true)).toBe(true);
  expect(bufferLimit.hasRoom(2 ** 20, true)).toBe(false);
});

test('the limit is twice the bytes that the socket sent between two polls', () => {
  const bufferLimit = new BufferLimit();
  bufferLimit.noteHanded(1_000_000);
  bufferLimit.poll(700_000);
  expect(bufferLimit.hasRoom(599_999, false)).toBe(true);
  expect(bufferLimit.hasRoom(600_000, false)).toBe(false);
  bufferLimit.poll(690_000);
  expect(bufferLimit.hasRoom(2 ** 16, false)).toBe(false);
});

test('the limit doubles while the socket runs out of data, up to 64 MiB', () => {
  const bufferLimit = new BufferLimit();
  bufferLimit.poll(0);
  expect(bufferLimit.hasRoom(2 ** 17 - 1, false)).toBe(true);
  for (let i = 0; i < 20; i++) bufferLimit.poll(0);
  expect(bufferLimit.hasRoom(2 ** 26, false)).toBe(false);
});
