import { expect, test } from 'vitest';
import { formatRate, formatTime } from './format.ts';

test.each([
  [0, '0 ms'],
  [58.4, '58 ms'],
  [999.6, '1.0 s'],
  [4249, '4.2 s'],
  [12_000, '12.0 s'],
])('%f ms is formatted as %s', (ms, words) => {
  expect(formatTime(ms)).toBe(words);
});

test.each([
  [0, '0'],
  [30_720, '31 kbit/s'],
  [100_000, '0.1 Mbit/s'],
  [4e6, '4 Mbit/s'],
  [6_530_720, '6.5 Mbit/s'],
  [16.2e6, '16 Mbit/s'],
])('%i bit/s is formatted as %s', (rate, words) => {
  expect(formatRate(rate)).toBe(words);
});
