import { expect, test } from 'vitest';
import { figures, rate, textOf } from './figures.ts';
import { vitalNames } from './messages.ts';
import { maxValue } from './worker/recent-values.ts';

test('every figure is explained, in the order of its report', () => {
  expect(figures.map(({ name }) => name)).toEqual(vitalNames);
  for (const figure of figures) expect(figure.good).toBeLessThan(figure.fair);
});

test('the rating follows from the value alone', () => {
  const latency = figures.find(({ name }) => name === 'inputLatency')!;
  expect([0, 50, 51, 100, 101, 705].map((value) => rate(latency, value))).toEqual([
    'good',
    'good',
    'fair',
    'fair',
    'poor',
    'poor',
  ]);
});

test('an unknown value is shown as a dash, and a value at the limit of the range as more', () => {
  expect(textOf(undefined)).toBe('–');
  expect(textOf(0)).toBe('0 ms');
  expect(textOf(maxValue)).toBe('> 3999 ms');
});
