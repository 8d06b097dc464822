import { expect, test } from 'vitest';
import { chance } from './chance.ts';

test('chance depends on each of its arguments, including the high half of an id', () => {
  const draws = [
    chance(1, 2, 3, 4),
    chance(2, 2, 3, 4),
    chance(1, 3, 3, 4),
    chance(1, 2 + 2 ** 32, 3, 4),
    chance(1, 2, 4, 4),
    chance(1, 2, 3, 5),
  ];
  expect(new Set(draws).size).toBe(draws.length);
  expect(chance(1, 2, 3, 4)).toBe(draws[0]);
});

test('chance is uniform over ids, periods, draws and seeds', () => {
  for (const draw of [
    (i: number) => chance(1, i, 0),
    (i: number) => chance(1, 7, i),
    (i: number) => chance(1, 7, 0, i),
    (i: number) => chance(i, 7, 0),
  ]) {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 10_000; i++) counts[Math.floor(draw(i) * 10)]!++;
    // Five standard deviations of a binomial of 10,000 draws at 1/10.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  }
});
