import { expect, test } from 'vitest';
import { ownBytes } from './payload.ts';

test.each([
  ['Uint8Array', new Uint8Array(8)],
  ['Buffer, whose slice is a view,', Buffer.from(new ArrayBuffer(8))],
])('a part of a %s gets a buffer of its own', (_, whole) => {
  const part = ownBytes(whole.subarray(2, 5));
  expect(part.buffer.byteLength).toBe(3);
  whole.fill(1);
  expect(part).toEqual(new Uint8Array(3));
});

test('bytes that have a buffer of their own are not copied', () => {
  const bytes = new Uint8Array(8);
  expect(ownBytes(bytes)).toBe(bytes);
});

test('empty bytes are new each time, because an application may transfer them', () => {
  const empty = new Uint8Array();
  expect(ownBytes(empty).buffer).not.toBe(empty.buffer);
});
