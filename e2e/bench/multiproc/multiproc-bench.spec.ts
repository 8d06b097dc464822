import { expect, test } from '@playwright/test';
import { builtOrigin } from '../../tools/servers/origins.ts';
import { poolFigures, smokePoolScale } from './pool-figures.ts';

// The tests use the built site, because one peer has workers that only the build resolves. They do not judge the results. The figures
// themselves check the answers.
test.use({ baseURL: process.env[builtOrigin] ?? '' });

for (const { title, make } of poolFigures) {
  test(`the benchmark runs: ${title}`, async ({ page }) => {
    const { rows, bars, samples } = await make(page, smokePoolScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
