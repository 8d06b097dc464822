import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
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

test.each([
  ['ArrayBuffer', (buffer: ArrayBuffer) => buffer],
  ['Uint8Array', (buffer: ArrayBuffer) => new Uint8Array(buffer)],
  ['DataView', (buffer: ArrayBuffer) => new DataView(buffer)],
])('a transferred %s is not sent, and the error says why', (name, make) => {
  const { client } = new VirtualPair();
  const buffer = new ArrayBuffer(8);
  const data = make(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  const message = `send: data must be an ArrayBuffer that is not detached, or a view of one, got an object (${name})`;
  expect(() => client.send(data)).toThrow(new TypeError(message));
  expect(client.queued).toBe(0);
});
