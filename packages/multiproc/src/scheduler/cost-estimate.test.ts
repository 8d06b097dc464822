import { expect, test } from 'vitest';
import { CostEstimate } from './cost-estimate.ts';

test('the run times of waiting tasks count until the first task has ended, and those of ended tasks always count', () => {
  const cost = new CostEstimate();
  expect(cost.expected(1)).toBe(1);
  cost.waited(4, 0.5);
  expect(cost.expected(1)).toBe(2);
  for (let i = 0; i < 100; i++) cost.waited(0.01, 1);
  expect(cost.expected(1)).toBeCloseTo(0.01);
  for (let i = 0; i < 100; i++) cost.measured(1, 8, 1);
  expect(cost.expected(1)).toBeCloseTo(8);
  cost.waited(0.01, 1);
  expect(cost.expected(1)).toBeCloseTo(8);
});
