import { expect, test } from 'vitest';
import { RecentMinimum } from './recent-minimum.ts';

test('a value counts for at least the span, and for at most twice as long', () => {
  const minimum = new RecentMinimum(100);
  expect(minimum.value).toBe(Infinity);
  minimum.note(1, 0);
  minimum.note(5, 99);
  expect(minimum.value).toBe(1);
  minimum.note(6, 100);
  expect(minimum.value).toBe(1);
  minimum.note(7, 200);
  expect(minimum.value).toBe(6);
});
