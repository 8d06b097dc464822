import { expect, test } from '@playwright/test';
import { smokeScale } from '../figure-results.ts';
import { figures } from './figures.ts';

// These tests only run each benchmark briefly.
for (const { title, make } of figures) {
  test(`the benchmark runs: ${title}`, async ({ page }) => {
    const { rows, bars, samples } = await make(page, smokeScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
