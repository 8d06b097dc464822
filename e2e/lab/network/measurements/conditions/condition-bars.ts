import type { Bar } from '../../../../tools/statistics/bar.ts';
import type { Condition } from './condition.ts';

/** Returns the bar of a figure in a condition, as a ratio to `none`; undefined if there is none. */
export type BarOf = (
  figure: 'goodput' | 'p50' | 'p99' | 'p99.9',
  condition: Condition,
) => Bar['limit'] | undefined;

/** The bars of the ordinary conditions. There is no bar for the 99th percentile. */
export const conditionBar: BarOf = (figure, { queue = 2 }) => {
  if (figure === 'goodput') return { least: queue < 1 ? 0.9 : 0.95 };
  if (figure === 'p50') return { most: 0.35 };
  return figure === 'p99.9' ? { most: 0.55 } : undefined;
};

/** The bars of trials. A latency controller that misses one of them counts as collapsed. */
export const trialBar: BarOf = (figure) => {
  if (figure === 'goodput') return { least: 0.8 };
  return figure === 'p99.9' ? { most: 1 } : undefined;
};
