import { expect, test } from 'vitest';
import { lowPass, memoryOf } from './low-pass.ts';

const filtered = (values: readonly number[], weight: number): number[] => {
  const copy = Float64Array.from(values);
  lowPass(copy, weight);
  return [...copy];
};

test('the filter is that of gscope', () => {
  expect(filtered([1, 2, 3], 0)).toEqual([1, 2, 3]);
  expect(filtered([0, 8, 8, 8], 0.5)).toEqual([0, 4, 6, 7]);
});

test('the filter begins anew after a gap', () => {
  expect(filtered([0, NaN, 8, 0], 0.5)).toEqual([0, NaN, 8, 4]);
  expect(filtered([], 0.5)).toEqual([]);
});

test('values beyond the memory of the filter change a result by at most a hundredth', () => {
  for (const weight of [0.1, 0.5, 0.9, 0.99]) {
    const values = Array<number>(memoryOf(weight) + 1).fill(0);
    values[0] = 1;
    expect(filtered(values, weight).at(-1)).toBeLessThan(0.010_001);
  }
  expect(memoryOf(0)).toBe(0);
});
