import { expect, test } from 'vitest';
import { gapsOf, layersEach, layersInTime } from './picture-quality.ts';

test('layers are usable up to the first missing or late one', () => {
  expect(layersInTime([10, 20, 30], 30)).toBe(3);
  expect(layersInTime([10, 31, 20], 30)).toBe(1);
  expect(layersInTime([null, 10, 10], 30)).toBe(0);
});

test('the mean of layers is over displayed frames', () => {
  expect(layersEach([2, 0, 4])).toBe(3);
  expect(layersEach([0, 0])).toBe(0);
});

test('gaps lie between displayed frames', () => {
  expect(gapsOf([1, 8, 0, 0, 1])).toEqual([1, 1, 3, 1]);
  expect(gapsOf([0, 0, 0])).toEqual([4]);
});
