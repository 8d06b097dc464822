import { expect, test } from '@playwright/test';
import { poolFigures, smokePoolScale } from './pool-figures.ts';

// These tests run each benchmark briefly. The benchmarks check that all tasks return the right values.
for (const { title, make } of poolFigures) {
  test(`the benchmark runs: ${title}`, async ({ page }) => {
    const { rows, bars, samples } = await make(page, smokePoolScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
