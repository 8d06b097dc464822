import { expect, test } from 'vitest';
import { rateInWords, timeInWords } from './format.ts';

test.each([
  [0, '0 ms'],
  [58.4, '58 ms'],
  [999.6, '1.0 s'],
  [4249, '4.2 s'],
  [12_000, '12.0 s'],
])('%f ms are %s', (ms, words) => {
  expect(timeInWords(ms)).toBe(words);
});

test.each([
  [0, '0'],
  [30_720, '31 kbit/s'],
  [100_000, '0.1 Mbit/s'],
  [4e6, '4 Mbit/s'],
  [6_530_720, '6.5 Mbit/s'],
  [16.2e6, '16 Mbit/s'],
])('%i bits per second are %s', (rate, words) => {
  expect(rateInWords(rate)).toBe(words);
});
