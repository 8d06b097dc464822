import { expect, test } from '@playwright/test';
import { isLong } from '../../packages/runs.test.setup.ts';
import type { FigureResults } from './figure-results.ts';
import type { Figure } from './run-bench.ts';

/** Runs the figures of a benchmark briefly, each in a test; in `npm test` every third one. The figures themselves check that all contestants compute the right results. */
export function runSmoke<Scale>(figures: readonly Figure<Scale>[], scale: Scale): void {
  for (const { title, make } of isLong ? figures : figures.filter((_, i) => i % 3 === 0)) {
    test(`the benchmark runs: ${title}`, async ({ page }) => {
      expectResults(await make(page, scale));
    });
  }
}

/** Expects that a figure has rows, samples, and a value for each bar. */
export function expectResults({ bars, rows, samples }: FigureResults): void {
  expect(rows).not.toHaveLength(0);
  expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
  for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
}
