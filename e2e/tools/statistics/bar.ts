import type { Row } from '../results/results.ts';
import { digits } from './statistics.ts';

/** What a figure has to reach. */
export interface Bar {
  readonly bar: string;
  readonly limit: { readonly most: number } | { readonly least: number };
  /** The engine. */
  readonly where: string;
  /** What was found, by the circumstance. */
  readonly found: Readonly<Record<string, number>>;
}

/** Judges a bar by the worst that was found; a figure that is missing or no number has missed it. */
export function judge({ bar, limit, where, found }: Bar): Row {
  const sign = 'most' in limit ? 1 : -1;
  const bound = 'most' in limit ? limit.most : limit.least;
  const cases = Object.entries(found).toSorted(([, a], [, b]) => sign * (b - a));
  const [at, worst] = cases.find(([, value]) => Number.isNaN(value)) ?? cases[0] ?? ['', NaN];
  const met = sign * worst <= sign * bound;
  return {
    bar,
    limit: `${sign > 0 ? '≤' : '≥'} ${bound.toLocaleString('en')}`,
    where,
    worst: digits(worst, 3),
    at,
    verdict: met ? 'met' : 'missed',
  };
}
