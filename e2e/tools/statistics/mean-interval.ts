import type { Row } from '../results/results.ts';
import { mean, round, standardError } from './statistics.ts';

/** A mean with its 95 % confidence interval. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % quantiles of Student's t-distribution, from one degree of freedom. */
const quantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086,
];

/** The mean of independent values, with the interval by Student's t-distribution. The bounds are NaN for fewer than two values. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const middle = mean(values);
  const degrees = Math.min(values.length - 1, quantiles.length); // more degrees of freedom would narrow the interval by at most 6 %
  const half = (quantiles[degrees - 1] ?? NaN) * standardError(values);
  return { mean: middle, low: middle - half, high: middle + half };
}

/** The columns of a mean in results: its value, and half of its interval. */
export function meanColumns(name: string, { high, mean: middle }: MeanInterval): Row {
  return { [name]: round(middle, 3), [`${name}, ±`]: round(high - middle, 3) };
}
