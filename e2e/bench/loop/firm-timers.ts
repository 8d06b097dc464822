import type { Page } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { median, quantile } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import type { FirmTimerReport } from './pages/firm-timer.ts';

const names = {
  loop: '@doha/loop, firm',
  timeout: 'setTimeout',
  messages: 'messages without end',
} as const;

const cases = (['idle', 'full'] as const).flatMap((load) =>
  [33.3, 16.7].flatMap((period) =>
    (['loop', 'timeout', 'messages'] as const).map((by) => ({
      load,
      period,
      by,
      name: `${load}, ${period} ms, ${by}`,
    })),
  ),
);

/**
 * Lateness of wake-ups on the main thread: with an idle loop, and with endless best-effort tasks.
 */
export async function benchFirmTimers(
  page: Page,
  { seconds, repetitions, settle }: Scale,
): Promise<FigureResults> {
  const samples: Record<string, number[]> = {};
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const { load, period, by, name } of cases) {
      const address = `by=${by}&period=${period}&load=${load}&seconds=${seconds}&settle=${settle}`;
      const { lateness } = await readReport<FirmTimerReport>(
        page,
        `/e2e/bench/loop/pages/firm-timer.html?${address}`,
      );
      (samples[name] ??= []).push(...lateness.map((late) => Math.round(late * 1e4) / 10));
    }
  }
  const rows = cases.map(({ load, period, by, name }) => ({
    load,
    'period ms': period,
    by: names[by],
    'earliest µs': Math.round(quantile(samples[name]!, 0)),
    'median µs': Math.round(median(samples[name]!)),
    'p95 µs': Math.round(quantile(samples[name]!, 0.95)),
    'latest µs': Math.round(quantile(samples[name]!, 1)),
  }));
  const ours = cases.filter(({ by, load }) => by === 'loop' && load === 'idle');
  const at = (p: number): Record<string, number> =>
    Object.fromEntries(ours.map(({ period, name }) => [`${period} ms`, quantile(samples[name]!, p)]));
  const environment = 'Chromium';
  const bars = [
    judge({
      bar: 'firm timer, idle: lateness, median, µs',
      limit: { most: 20 },
      environment,
      found: at(0.5),
    }),
    judge({ bar: 'firm timer, idle: lateness, p95, µs', limit: { most: 100 }, environment, found: at(0.95) }),
  ];
  return { name: 'loop-firm-timers', parameters: { seconds, repetitions }, rows, samples, bars };
}
