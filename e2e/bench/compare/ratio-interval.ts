import { median } from '../../tools/statistics/statistics.ts';

/** The ratio of two paired quantities with its 95 % confidence interval. */
export interface RatioInterval {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Verdict of a comparison of two versions. */
export type Verdict = 'same or faster' | 'slower by at most 3 %' | 'slower' | 'undecidable';

/** The accepted loss of speed, as a fraction. */
const tolerance = 0.03;

/**
 * The ratio `of[i] / to[i]` of paired samples: the Hodges-Lehmann estimate and the confidence interval of Wilcoxon's signed-rank test
 * (Hollander and Wolfe, Nonparametric Statistical Methods, section 3.2), both computed from logarithms. Unlike an interval from mean and
 * variance, it tolerates outliers. Fewer than six pairs give an interval without bounds.
 *
 * @throws RangeError if there are no samples, or if `of` and `to` differ in length.
 */
export function ratioInterval(of: readonly number[], to: readonly number[]): RatioInterval {
  if (of.length !== to.length || of.length === 0) {
    throw new RangeError(`Compare samples: the samples must be pairs, not ${of.length} and ${to.length}`);
  }
  const logarithms = of.map((value, i) => Math.log(value / to[i]!));
  const averages = walshAverages(logarithms);
  const rank = criticalRank(of.length);
  return {
    ratio: Math.exp(median(averages)),
    low: Math.exp(averages[rank] ?? -Infinity),
    high: Math.exp(averages[averages.length - 1 - rank] ?? Infinity),
  };
}

/**
 * Judges a version by the interval of its speed, as a multiple of the speed of the earlier version.
 */
export function verdictOf({ high, low }: Omit<RatioInterval, 'ratio'>): Verdict {
  if (low >= 1) return 'same or faster';
  if (high < 1 - tolerance) return 'slower';
  if (!((high - low) / 2 <= tolerance)) return 'undecidable';
  if (high >= 1) return 'same or faster';
  return low >= 1 - tolerance ? 'slower by at most 3 %' : 'slower';
}

/** The sorted averages of all pairs of values. Each value is also paired with itself. */
function walshAverages(values: readonly number[]): readonly number[] {
  const averages = values.flatMap((value, i) => values.slice(i).map((other) => (value + other) / 2));
  return averages.toSorted((one, other) => one - other);
}

/** The largest rank sum whose cumulative probability under random signs is at most 2.5 %, or -1 if there is none. */
export function criticalRank(count: number): number {
  let probability = 0;
  for (const [sum, share] of signedRankDistribution(count).entries()) {
    probability += share;
    if (probability > 0.025) return sum - 1;
  }
  return -1;
}

/** The probability of each sum of positive ranks in a sample of `count` values with random signs. */
function signedRankDistribution(count: number): readonly number[] {
  const ways: number[] = Array.from({ length: (count * (count + 1)) / 2 + 1 }, (_, sum) =>
    sum === 0 ? 1 : 0,
  );
  for (let rank = 1; rank <= count; rank++) {
    for (let sum = ways.length - 1; sum >= 0; sum--) {
      ways[sum] = (ways[sum]! + (ways[sum - rank] ?? 0)) / 2;
    }
  }
  return ways;
}
