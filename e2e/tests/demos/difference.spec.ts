import { expect, type Locator, type Page, test } from '@playwright/test';
import type { DifferenceReport } from '../../../demos/tandem-tools/difference/difference-report.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { waitForGlobal } from '../../tools/browsers/read-report.ts';

const address = '/demos/tandem-tools/difference/';
const loops = ['monolithic', 'adaptive'] as const;

// Small frames are drawn faster.
test.use({ viewport: { width: 360, height: 740 } });

test('with few cores, both loops are recorded in turn and shown side by side, and one can be steered live', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto(`${address}?cores=2&seconds=0.6&window=2&enemies=600`);
  const { monolithic, adaptive } = sections(page);
  const states: string[] = [];
  await page.exposeFunction('noteStates', (texts: string) => states.push(texts));
  await page.evaluate(noteStates);
  const report = (await page.evaluate(waitForGlobal, 'report')) as DifferenceReport;
  for (const version of loops) {
    const { frames, gameTime, length, vitals } = report.loops[version];
    expect(frames).toBeGreaterThan(1);
    expect(length).toBeGreaterThanOrEqual(600);
    expect(gameTime).toBeGreaterThan(0);
    const { median } = vitals.frameTime!;
    await expect(sections(page)[version].locator('dd').first()).toHaveText(`${median} ms`);
  }
  await expect(monolithic.locator('.state')).toHaveText(/^Recorded/);
  await expect(adaptive.locator('.state')).toHaveText(/^Recorded/);
  expect(states).toContain('recording waiting');
  expect(states).toContain('waiting recording');
  expect(states).not.toContain('recording recording');

  // A recording cannot be steered. The page says so.
  const how = page.locator('#how');
  await page.keyboard.press('KeyD');
  await expect(how).toHaveText(/cannot be steered/);

  // By keyboard alone: one loop live, with the visitor's keys. Without input, there is no latency.
  await adaptive.getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(adaptive.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('KeyD');
  await expect(how).toHaveText(/You steer/);
  const latency = adaptive.locator('dd.median').nth(1);
  await expect(latency).toHaveText('–'); // the recorded keys are older than the window
  await expect(latency).not.toHaveAttribute('data-rating');
  await expect(async () => {
    for (let i = 0; i < 5; i++) await page.keyboard.press('KeyA', { delay: 20 });
    await expect(latency).toHaveText(/^\d+ ms$/, { timeout: 500 });
  }).toPass();
  await page.locator('#pause').click();
  await expect(adaptive.locator('.state')).toHaveText('Paused');
  await page.locator('#both').click();
  await expect(adaptive.locator('.state')).toHaveText(/^Recorded/);

  await page.locator("a[href='#code-adaptive']").click();
  await expect(page.locator('#code-adaptive pre')).toContainText('new EventLoop');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
});

test('with many cores both loops run live, and equal ratings have equal colors on both sides', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto(`${address}?cores=8&enemies=300`);
  for (const section of Object.values(sections(page))) {
    await expect(section.locator('.state')).toHaveText('Live, last 6 s');
    for (const text of await section.locator('dd.median').all()) await expect(text).toHaveText(/^\d+ ms$/);
  }
  await page.locator('#pause').click();
  const colors = await page.locator('dd[data-rating]').evaluateAll((cells) =>
    cells.map((cell) => {
      const { version } = cell.closest('section')!.dataset;
      return {
        version,
        rating: (cell as HTMLElement).dataset['rating']!,
        color: getComputedStyle(cell).color,
      };
    }),
  );
  expect(new Set(colors.map(({ version }) => version)).size).toBe(2);
  const byRating = new Map(colors.map(({ color, rating }) => [rating, color]));
  for (const { color, rating } of colors) expect(color).toBe(byRating.get(rating));
  expect(new Set(byRating.values()).size).toBe(byRating.size);
  expect(errors).toEqual([]);
});

function sections(page: Page): Record<(typeof loops)[number], Locator> {
  const section = (version: string): Locator => page.locator(`[data-version=${version}]`);
  return { monolithic: section('monolithic'), adaptive: section('adaptive') };
}

/** Reports the activities of both loops whenever one changes. Runs in the page. */
function noteStates(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-version]')];
  const note = (globalThis as unknown as { noteStates(this: void, texts: string): void }).noteStates;
  const report = (): void => note(all.map(({ dataset }) => dataset['activity']).join(' '));
  for (const section of all)
    new MutationObserver(report).observe(section, { attributeFilter: ['data-activity'] });
  report();
}
