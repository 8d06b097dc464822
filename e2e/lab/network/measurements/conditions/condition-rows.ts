import type { Row } from '../../../../tools/results/results.ts';
import { type Bar, judgeInterval } from '../../../../tools/statistics/bar.ts';
import { meanColumns, meanInterval } from '../../../../tools/statistics/mean-interval.ts';
import { mean, quantile, round } from '../../../../tools/statistics/statistics.ts';
import { type FlowsReport, goodputOf } from '../../endpoints/run-flows.ts';
import type { BarOf } from './condition-bars.ts';
import { type Condition, flowsOf } from './condition.ts';
import { leastShareOf } from './least-share.ts';

/**
 * The figures of a run: goodput and the bytes of all traffic that the link has carried in the same direction, in Mbit/s; quantiles of the latency of control
 * messages in ms; and the least share of a connection (see `leastShareOf`).
 */
export type ConditionFigures = Readonly<Record<(typeof names)[number] | 'carried' | 'leastShare', number>>;

const names = ['goodput', 'p50', 'p99', 'p99.9'] as const;

/** Returns the figures of a run. `seconds`: its measured time. */
export function figuresOf(report: FlowsReport, seconds: number): ConditionFigures {
  const control = report.sink.control.flat();
  return {
    goodput: goodputOf([report], seconds),
    carried: report.wire === undefined ? NaN : (8e-6 * report.wire.carried) / report.wire.seconds,
    p50: quantile(control, 0.5),
    p99: quantile(control, 0.99),
    'p99.9': quantile(control, 0.999),
    leastShare: leastShareOf(report.sink.slots),
  };
}

/** The runs of a transport in a condition, one for each turn (see `inTurns`). */
export interface ConditionRuns {
  readonly condition: Condition;
  readonly transport: string;
  readonly standbys: number;
  readonly runs: readonly ConditionFigures[];
}

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
 * turn. Each ratio has a mean, a 95 % confidence interval and, if `barOf` returns a bar, a verdict.
 */
export function conditionRow(
  { condition, runs, standbys, transport }: ConditionRuns,
  { none, withoutStandby }: Controls,
  barOf: BarOf,
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
      const limit = barOf(name, condition);
      return transport === 'none' ? {} : ratioColumns(`${name}, × none`, ratios, limit);
    }),
    ...(condition.crossTraffic && {
      'all traffic, Mbit/s': round(mean(runs.map(({ carried }) => carried)), 2),
    }),
    ...(flowsOf(condition) > 1 && {
      'least share of a connection': round(mean(runs.map(({ leastShare }) => leastShare)), 2),
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
