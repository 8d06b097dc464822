import { expect, test } from 'vitest';
import { gapsOf, layersEach, layersInTime } from './frame-quality.ts';

test('only layers before the first missing or late layer are usable', () => {
  expect(layersInTime([10, 20, 30], 30)).toBe(3);
  expect(layersInTime([10, 31, 20], 30)).toBe(1);
  expect(layersInTime([null, 10, 10], 30)).toBe(0);
});

test('layersEach is the mean number of layers of displayed frames, or 0 if there are none', () => {
  expect(layersEach([2, 0, 4])).toBe(3);
  expect(layersEach([0, 0])).toBe(0);
});

test('gaps are frame periods between displayed frames, and both ends of the video count as displayed', () => {
  expect(gapsOf([1, 8, 0, 0, 1])).toEqual([1, 1, 3, 1]);
  expect(gapsOf([0, 0, 0])).toEqual([4]);
});
