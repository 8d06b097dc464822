import { expect, test } from 'vitest';
import { OwnCost } from './own-cost.ts';

test('the cost is averaged over two seconds', () => {
  const cost = new OwnCost(0);
  expect(cost.perSecond).toBe(0);
  for (let start = 100; start <= 2000; start += 100) cost.add(start - 1, start);
  expect(cost.perSecond).toBe(10);
  expect(cost.perFrame).toBeCloseTo(1 / 6, 10);
  expect(cost.share).toBe(0.01);
});
