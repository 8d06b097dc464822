import { expect, test } from '@playwright/test';
import { loopbackFigures, smokeLoopbackScale } from './loopback-figures.ts';

// These tests do not judge the results. The figures themselves check that all messages arrive in order.
for (const { title, make } of loopbackFigures) {
  test(`the benchmark runs: ${title}`, async () => {
    const { bars, rows, samples } = await make(undefined, smokeLoopbackScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
