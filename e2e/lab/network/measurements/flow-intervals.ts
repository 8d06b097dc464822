import type { Row } from '../../../tools/results/results.ts';
import { meanColumns, meanInterval } from '../../../tools/statistics/mean-interval.ts';
import { mean, quantile } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, goodputInTimeOf, goodputOf } from '../endpoints/run-flows.ts';
import { jainOf } from './jain.ts';

/** Figures of a run, by their column. */
export type RunFigures = Readonly<Record<(typeof figures)[number], number>>;

const figures = [
  'control median, ms',
  'control p99.9, ms',
  'oldest un-acked p99.9, × round trip',
  'Jain',
  'goodput, Mbit/s',
  'goodput in time, Mbit/s',
] as const;

/** Figures that have a ratio to `none`. */
const compared = ['control median, ms', 'control p99.9, ms', 'goodput, Mbit/s'] as const;

/** Returns the figures of a run. `counted`: its measured time in seconds. `roundTrip`: ms of the link without a queue. */
export function runFigures(
  report: FlowsReport,
  { counted, roundTrip }: { readonly counted: number; readonly roundTrip: number },
): RunFigures {
  const { sink, source } = report;
  const control = sink.control.flat();
  const oldest = source.oldest.flat().map((time) => time / roundTrip);
  return {
    'control median, ms': quantile(control, 0.5),
    'control p99.9, ms': quantile(control, 0.999),
    'oldest un-acked p99.9, × round trip': oldest.length > 0 ? quantile(oldest, 0.999) : NaN,
    Jain: mean(jainOf(sink.slots)),
    'goodput, Mbit/s': goodputOf([report], counted),
    'goodput in time, Mbit/s': goodputInTimeOf([report], counted),
  };
}

/**
 * Returns the mean of each figure over the runs. For some figures it also returns the mean ratio to
 * `none`, which compares runs of the same turn. Each mean has a 95 % confidence interval. Fewer than
 * two runs give no columns.
 */
export function intervalColumns(runs: readonly RunFigures[], none: readonly RunFigures[] | undefined): Row {
  if (runs.length < 2) return {};
  const columns = figures.map((name) =>
    columnsOf(
      `${name}, mean of runs`,
      runs.map((run) => run[name]),
    ),
  );
  const ratios = (none === undefined ? [] : compared).map((name) =>
    columnsOf(
      `${name.replace(/, .*/, '')}, × none`,
      runs.map((run, turn) => run[name] / none![turn]![name]),
    ),
  );
  return Object.assign({}, ...columns, ...ratios) as Row;
}

function columnsOf(name: string, values: readonly number[]): Row {
  const interval = meanInterval(values);
  return Number.isNaN(interval.mean) ? {} : meanColumns(name, interval);
}
