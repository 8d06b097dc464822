import type { Row } from '../results/results.ts';
import { digits } from './statistics.ts';

/** A bar: a target value of a figure, and the measured values. */
export interface Bar {
  readonly bar: string;
  readonly limit: { readonly most: number } | { readonly least: number };
  /** The JavaScript engine. */
  readonly environment: string;
  /** Measured values by their case, such as the number of tasks. */
  readonly found: Readonly<Record<string, number>>;
}

/** Judges a bar by a confidence interval: undecided if the interval includes values on both sides of the limit, or if it has no bounds. */
export function judgeInterval(
  limit: Bar['limit'],
  { high, low }: { readonly high: number; readonly low: number },
): 'met' | 'missed' | 'undecided' {
  if ('most' in limit ? high <= limit.most : low >= limit.least) return 'met';
  return ('most' in limit ? low > limit.most : high < limit.least) ? 'missed' : 'undecided';
}

/** Judges a bar by its worst value. A missing value, or NaN, misses the bar. */
export function judge({ bar, limit, environment, found }: Bar): Row {
  const sign = 'most' in limit ? 1 : -1;
  const bound = 'most' in limit ? limit.most : limit.least;
  const cases = Object.entries(found).toSorted(([, a], [, b]) => sign * (b - a));
  const [worstCase, worst] = cases.find(([, value]) => Number.isNaN(value)) ?? cases[0] ?? ['', NaN];
  const met = sign * worst <= sign * bound;
  return {
    bar,
    limit: `${sign > 0 ? '≤' : '≥'} ${bound.toLocaleString('en')}`,
    environment,
    worst: digits(worst, 3),
    case: worstCase,
    verdict: met ? 'met' : 'missed',
  };
}
