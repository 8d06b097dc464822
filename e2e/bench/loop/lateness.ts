import type { Page } from '@playwright/test';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, quantile } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import { figureInBoth } from '../figure-in-both.ts';
import { samplesOf, valuesOf } from '../sized-rows.ts';

/** Durations of tasks in µs. */
const lengths = [2, 10, 50, 200, 1000];

/**
 * Timers while tasks are always runnable: their lateness, and the throughput of the loop relative
 * to a loop with a stopped clock and no due timers.
 */
export async function benchLateness(page: Page, { rounds, milliseconds }: Scale): Promise<FigureResults> {
  const parameters = { rounds: Math.ceil(rounds / 2), milliseconds };
  const found = await figureInBoth(page, { figure: 'lateness', sizes: lengths, ...parameters });
  const cases = Object.entries(found).flatMap(([environment, series]) =>
    ['driven', 'own turns'].flatMap((kind) =>
      lengths.map((length) => {
        const values = (quantity: string): readonly number[] =>
          valuesOf(series, `${quantity}, ${kind}`, length);
        return {
          environment,
          kind,
          task: median(values('task')),
          lateness: values('lateness'),
          throughput: median(values('throughput')) * 100,
        };
      }),
    ),
  );
  const rows = cases.map(({ environment, kind, task, lateness, throughput }) => ({
    environment,
    'the loop is given': kind === 'driven' ? 'all the time' : kind,
    'task µs': digits(task, 3),
    'late p50 µs': digits(median(lateness), 3),
    'late p95 µs': digits(quantile(lateness, 0.95), 3),
    'late max µs': digits(quantile(lateness, 1), 3),
    'throughput %': digits(throughput, 3),
  }));
  const bars = Object.keys(found).flatMap((environment) => {
    const driven = cases.filter((one) => one.environment === environment && one.kind === 'driven');
    const over = driven.map(({ task, lateness }) => quantile(lateness, 0.95) - task);
    const at = (values: readonly number[]): Record<string, number> =>
      Object.fromEntries(values.map((value, index) => [`tasks of ${lengths[index]!} µs`, value]));
    const shares = driven.map(({ throughput }) => throughput);
    return [
      judge({
        bar: 'timer under load: lateness p95 - one task, µs',
        limit: { most: 100 },
        environment,
        found: at(over),
      }),
      judge({
        bar: 'timer under load: % of the throughput of no clock',
        limit: { least: 85 },
        environment,
        found: at(shares),
      }),
    ];
  });
  const samples = samplesOf(found, (length) => `tasks of ${length} µs`);
  return { name: 'loop-lateness', parameters, rows, samples, bars };
}
