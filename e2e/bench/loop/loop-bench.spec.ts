import { expect, test } from '@playwright/test';
import { smokeScale } from '../benched.ts';
import { figures } from './figures.ts';

// What a figure says is of no weight here; that the contestants' answers are right is seen by the figures themselves.
for (const { title, make } of figures) {
  test(`the bench can be run: ${title}`, async ({ page }) => {
    const { rows, bars, samples } = await make(page, smokeScale);
    expect(rows).not.toHaveLength(0);
    expect(Object.values(samples ?? {}).every((values) => values.length > 0)).toBe(true);
    for (const { worst, bar } of bars) expect(worst, String(bar)).not.toBeNaN();
  });
}
