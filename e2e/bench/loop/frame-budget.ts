import type { Page } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, mean, quantile } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import { addressOf, type ByEnvironment, figureInBoth } from '../figure-in-both.ts';
import type { Series } from '../pages/contest.ts';
import { samplesOf, valuesOf } from '../sized-rows.ts';

const contestants = [
  '@doha/loop frame',
  'by hand, clock after every update',
  'by hand, clock after every 8th',
] as const;
const kindsOfCosts = ['fixed', 'changing'] as const;

/** Factor for the number of rounds. Frames are shorter than the rounds of other figures, and a 95th percentile needs more samples. */
const moreRounds = 4;
const maxEntities = 1000;

/** Overrun of frames beyond their budget of 5 ms: in Node, and in pages with a precise and with a coarse clock. */
export async function benchFrameBudget(
  page: Page,
  { sizes, rounds, milliseconds }: Scale,
): Promise<FigureResults> {
  const size = Math.min(maxEntities, Math.max(...sizes));
  const request = { figure: 'budget', sizes: [size], rounds: rounds * moreRounds, milliseconds };
  const found: ByEnvironment = {
    ...(await figureInBoth(page, request)),
    'Chromium, not isolated': await readReport<Series[]>(
      page,
      `/e2e/bench/loop/pages/figure.html${addressOf(request)}&isolated=no`,
    ),
  };
  return {
    name: 'loop-frame-budget',
    parameters: { entities: size, 'budget ms': 5, rounds: request.rounds, milliseconds },
    rows: Object.entries(found).flatMap(([environment, series]) => rowsOf(environment, series, size)),
    samples: samplesOf(found, (entities) => `${entities} entities`),
    bars: ['Node', 'Chromium'].map((environment) => {
      const beyond = valuesOf(
        found[environment]!,
        `${contestants[0]}, fixed costs: beyond the last update`,
        size,
      );
      return judge({
        bar: 'budget of a frame, fixed costs: overrun beyond one update, p95, µs',
        limit: { most: 100 },
        environment,
        found: { [`${size} entities`]: quantile(beyond, 0.95) },
      });
    }),
  };
}

function rowsOf(environment: string, series: readonly Series[], size: number): Row[] {
  return kindsOfCosts.flatMap((costs) =>
    contestants.map((by) => {
      const values = (quantity: string): readonly number[] =>
        valuesOf(series, `${by}, ${costs} costs: ${quantity}`, size);
      const [overrun, beyond] = [values('overrun'), values('beyond the last update')];
      return {
        environment,
        costs,
        by,
        'overrun p50 µs': digits(quantile(overrun, 0.5), 3),
        'overrun p95 µs': digits(quantile(overrun, 0.95), 3),
        'overrun worst µs': digits(quantile(overrun, 1), 3),
        'beyond the last update p95 µs': digits(quantile(beyond, 0.95), 3),
        'beyond the last update worst µs': digits(quantile(beyond, 1), 3),
        'updates per frame': digits(mean(values('updates')), 3),
      };
    }),
  );
}
