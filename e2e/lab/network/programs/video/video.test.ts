import { expect, test } from 'vitest';
import { controlPriority, headOf, layers, messageOf, frameRate, priorityOf, sizeOf } from './video.ts';

test('the layers of all frames of a second add up to the rate of the video', () => {
  const frame = Array.from({ length: layers }, (_, layer) => sizeOf(layer, 6e6));
  const bits = 8 * frameRate * frame.reduce((sum, size) => sum + size, 0);
  expect(Math.abs(bits - 6e6)).toBeLessThan(8 * frameRate * layers);
});

test('base layers rank below control messages and above other layers, and the base of every eighth frame ranks first', () => {
  const bases = [0, 4, 2, 1].map((frame) => priorityOf(0, frame));
  expect(bases).toEqual(bases.toSorted((one, other) => other - one));
  expect(new Set(bases).size).toBe(4);
  expect(controlPriority).toBeGreaterThan(bases[0]!);
  expect(priorityOf(1, 0)).toBeLessThan(bases[3]!);
  expect([8, 12, 7].map((frame) => priorityOf(0, frame))).toEqual([bases[0], bases[1], bases[3]]);
});

test('a message contains its head', () => {
  const head = { sentAt: 1234.5, video: 7, layer: 3, frame: 99 };
  expect(headOf(messageOf(head))).toEqual(head);
  expect(headOf(messageOf({ ...head, layer: undefined }))).toEqual({ ...head, layer: undefined });
});
