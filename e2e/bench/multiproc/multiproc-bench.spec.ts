import { expect, test } from '@playwright/test';
import { builtOrigin } from '../../tools/servers/origins.ts';
import { poolFigures, smokePoolScale } from './pool-figures.ts';

// A peer brings workers that only the build finds. What a figure says is of no weight here; that the answers are right is seen by the
// figures themselves.
test.use({ baseURL: process.env[builtOrigin] ?? '' });

for (const { title, make } of poolFigures) {
  test(`the bench can be run: ${title}`, async ({ page }) => {
    const { rows, bars, samples } = await make(page, smokePoolScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
