import type { Row } from '../../../tools/results/results.ts';
import { meanInterval } from '../../../tools/statistics/mean-interval.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
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

/** The figures that are compared with those of `none`. */
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
 * Returns the means of the runs with their 95 % confidence intervals, and those of the ratios to the
 * runs of `none` in the same turns. Returns no columns if there are fewer than two runs.
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
  const { high, mean: middle } = meanInterval(values);
  if (Number.isNaN(middle)) return {};
  return { [name]: round(middle, 3), [`${name}, ±`]: round(high - middle, 3) };
}
