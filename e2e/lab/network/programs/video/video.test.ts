import { expect, test } from 'vitest';
import { controlPriority, headOf, layers, messageOf, pictureRate, priorityOf, sizeOf } from './video.ts';

test('all layers of all pictures of a second are the video’s rate', () => {
  const picture = Array.from({ length: layers }, (_, layer) => sizeOf(layer, 6e6));
  const bits = 8 * pictureRate * picture.reduce((sum, size) => sum + size, 0);
  expect(Math.abs(bits - 6e6)).toBeLessThan(8 * pictureRate * layers);
});

test('bases go before other layers and after control, those that are further apart first', () => {
  const bases = [0, 4, 2, 1].map((picture) => priorityOf(0, picture));
  expect(bases).toEqual(bases.toSorted((one, other) => other - one));
  expect(new Set(bases).size).toBe(4);
  expect(controlPriority).toBeGreaterThan(bases[0]!);
  expect(priorityOf(1, 0)).toBeLessThan(bases[3]!);
  expect([8, 12, 7].map((picture) => priorityOf(0, picture))).toEqual([bases[0], bases[1], bases[3]]);
});

test('a message says what it is', () => {
  const head = { sentAt: 1234.5, video: 7, layer: 3, picture: 99 };
  expect(headOf(messageOf(head))).toEqual(head);
  expect(headOf(messageOf({ ...head, layer: undefined }))).toEqual({ ...head, layer: undefined });
});
