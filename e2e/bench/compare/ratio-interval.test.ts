import { expect, test } from 'vitest';
import { criticalRank, ratioInterval, verdictOf } from './ratio-interval.ts';

test('critical ranks equal the tables of Wilcoxon’s two-sided test at 5 %', () => {
  expect([5, 6, 10, 20, 30].map(criticalRank)).toEqual([-1, 0, 8, 52, 137]);
});

test('equal samples have a ratio of exactly 1', () => {
  const samples = [1, 2, 4, 3, 5, 9];
  expect(ratioInterval(samples, samples)).toEqual({ ratio: 1, low: 1, high: 1 });
});

test('if all pairs have the same ratio, the estimate and both bounds equal it', () => {
  const to = [3, 1, 4, 1, 5, 9, 2, 6];
  const { high, low, ratio } = ratioInterval(
    to.map((value) => value * 1.25),
    to,
  );
  for (const found of [low, ratio, high]) expect(found).toBeCloseTo(1.25);
});

test('the interval contains the true ratio in 95 % of the cases, even if noise slows a quarter of the runs', () => {
  let state = 7; // state of Lehmer’s random number generator with the multiplier 48,271 of Park and Miller
  const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const noise = (): number => 1 + 0.02 * (chance() + chance() - 1) + (chance() < 0.25 ? chance() : 0);
  let hits = 0;
  for (let time = 0; time < 1000; time++) {
    const to = Array.from({ length: 20 }, noise);
    const { high, low } = ratioInterval(
      to.map(() => 0.98 * noise()),
      to,
    );
    if (low <= 0.98 && high >= 0.98) hits++;
  }
  expect(hits).toBeGreaterThan(930);
  expect(hits).toBeLessThan(975);
});

test('a single outlier changes the interval by less than 1 %', () => {
  const to = Array.from({ length: 20 }, (_, i) => 1 + i / 1000);
  const of = to.map((value, i) => (i === 3 ? value * 100 : value));
  const { high, low } = ratioInterval(of, to);
  expect(low).toBe(1);
  expect(high).toBeLessThan(1.01);
});

test('fewer than six pairs give an interval without bounds', () => {
  expect(ratioInterval([1, 1, 1, 1, 1], [1, 1, 1, 1, 1])).toEqual({ ratio: 1, low: 0, high: Infinity });
  expect(verdictOf({ low: 0, high: Infinity })).toBe('undecidable');
});

test('samples that are not paired throw a RangeError', () => {
  expect(() => ratioInterval([1, 2], [1])).toThrow('Compare samples: the samples must be pairs, not 2 and 1');
  expect(() => ratioInterval([], [])).toThrow(RangeError);
});

test.each<[number, number, string]>([
  [0.99, 1.02, 'same or faster'],
  [1, 1, 'same or faster'],
  [1.01, 1.5, 'same or faster'],
  [0.975, 0.99, 'slower by at most 3 %'],
  [0.97, 0.99, 'slower by at most 3 %'],
  [0.95, 0.98, 'slower'],
  [0.7, 0.9, 'slower'],
  [0.92, 0.99, 'undecidable'],
  [0.96, 1.04, 'undecidable'],
])(
  'a confidence interval from %d to %d of the relative speed gives the verdict: %s',
  (low, high, verdict) => {
    expect(verdictOf({ low, high })).toBe(verdict);
  },
);
