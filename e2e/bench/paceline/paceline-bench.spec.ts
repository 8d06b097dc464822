import { expect, test } from '@playwright/test';
import { loopbackFigures, smokeLoopbackScale } from './loopback-figures.ts';

// What a figure says is of no weight here; that all came, in its order, is seen by the figures themselves.
for (const { title, make } of loopbackFigures) {
  test(`the bench can be run: ${title}`, async () => {
    const { bars, rows, samples } = await make(undefined, smokeLoopbackScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
