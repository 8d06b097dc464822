import type { Row } from '../../../tools/results/results.ts';
import { type Bar, judgeInterval } from '../../../tools/statistics/bar.ts';
import { meanColumns, meanInterval } from '../../../tools/statistics/mean-interval.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, goodputOf } from '../endpoints/run-flows.ts';
import type { Condition } from './conditions.ts';

/** The figures of a run: Mbit/s, and quantiles of the latency of control messages in ms. */
export type ConditionFigures = Readonly<Record<'goodput' | 'p50' | 'p99' | 'p99.9', number>>;

/** Returns the figures of a run. `seconds`: its measured time. */
export function figuresOf(report: FlowsReport, seconds: number): ConditionFigures {
  const control = report.sink.control.flat();
  return {
    goodput: goodputOf([report], seconds),
    p50: quantile(control, 0.5),
    p99: quantile(control, 0.99),
    'p99.9': quantile(control, 0.999),
  };
}

/** The runs of a transport in a condition, one for each turn (see `inTurns`). */
export interface ConditionRuns {
  readonly condition: Condition;
  readonly transport: string;
  readonly standbys: number;
  readonly runs: readonly ConditionFigures[];
}

const names = ['goodput', 'p50', 'p99', 'p99.9'] as const;

/** The runs with which the runs of a row are compared, one for each turn. */
export interface Controls {
  /** Runs of the transport `none`. */
  readonly none: readonly ConditionFigures[];
  /** Runs of the same transport without a standby. */
  readonly withoutStandby?: readonly ConditionFigures[];
}

/** The bar for the p99.9 with a standby, as a ratio to the p99.9 without one. */
const mostWithStandby = 1.1;

/**
 * Returns a row with the mean of each figure. Ratios compare a run with the control of the same
 * turn. Each ratio has a mean, a 95 % confidence interval and, if there is a bar, a verdict.
 */
export function conditionRow(
  { condition, runs, standbys, transport }: ConditionRuns,
  { none, withoutStandby }: Controls,
): Row {
  const columns = (of: (name: (typeof names)[number]) => Row): Row =>
    Object.assign({}, ...names.map(of)) as Row;
  return {
    condition: condition.name,
    transport,
    standbys,
    runs: runs.length,
    ...columns((name) => ({ [titleOf(name)]: round(mean(runs.map((run) => run[name])), 2) })),
    ...columns((name) => {
      const ratios = runs.map((run, turn) => run[name] / none[turn]![name]);
      const limit = limitOf(name, condition);
      return transport === 'none' ? {} : ratioColumns(`${name}, × none`, ratios, limit);
    }),
    ...(withoutStandby &&
      ratioColumns(
        'p99.9, × without a standby',
        runs.map((run, turn) => run['p99.9'] / withoutStandby[turn]!['p99.9']),
        { most: mostWithStandby },
      )),
  };
}

function titleOf(name: string): string {
  return name === 'goodput' ? 'goodput, Mbit/s' : `control ${name}, ms`;
}

function ratioColumns(name: string, ratios: readonly number[], limit: Bar['limit'] | undefined): Row {
  const interval = meanInterval(ratios);
  return {
    ...meanColumns(name, interval),
    ...(limit && { [`${name}, bar`]: judgeInterval(limit, interval) }),
  };
}

/** The bar of a figure, as a ratio to `none`. There is no bar for the 99th percentile. */
function limitOf(name: (typeof names)[number], { queue = 2 }: Condition): Bar['limit'] | undefined {
  if (name === 'goodput') return { least: queue < 1 ? 0.9 : 0.95 };
  if (name === 'p50') return { most: 0.35 };
  return name === 'p99.9' ? { most: 0.55 } : undefined;
}
