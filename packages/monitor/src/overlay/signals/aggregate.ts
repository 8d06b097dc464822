/**
 * The ways to make one number of the values in a sample period: the greatest, the least, their sum, the sum per second, their mean, their number, or the
 * newest. Source: gscope (Goel 2003, section 6.5.2).
 */
export const aggregates = ['max', 'min', 'sum', 'rate', 'average', 'events', 'last'] as const;
export type Aggregate = (typeof aggregates)[number];

/** Summary of the values in a sample period. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

/** The aggregate of a sample period. `period`: its length in ms. NaN if the aggregate has no meaning, because the period has no value. */
export function aggregated({ count, last, max, min, sum }: Summary, by: Aggregate, period: number): number {
  switch (by) {
    case 'sum':
      return sum;
    case 'rate':
      return (sum / period) * 1000;
    case 'events':
      return count;
    case 'max':
      return count === 0 ? NaN : max;
    case 'min':
      return count === 0 ? NaN : min;
    case 'average':
      return sum / count;
    case 'last':
      return count === 0 ? NaN : last;
    default:
      return by satisfies never;
  }
}

/**
 * The number that a period without values counts as if it is compared with a level: the least upper bound of no values is -∞, the greatest lower bound ∞. NaN: the
 * value before the period still counts.
 */
export function emptyAggregate(by: Aggregate): number {
  if (by === 'max') return -Infinity;
  if (by === 'min') return Infinity;
  return by === 'average' || by === 'last' ? NaN : 0;
}

/** The unit of an aggregate of values with a unit. */
export function aggregateUnit(unit: string, by: Aggregate): string {
  if (by === 'events') return 'events';
  return by === 'rate' ? `${unit}/s` : unit;
}
