import { expect, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

interface App {
  readonly play: {
    readonly isRunning: boolean;
    readonly weights: { readonly nearness: number };
    readonly world: { readonly tick: number };
  };
}

test('the key O shows what the running game does, and its policy is tuned there', async ({ page }) => {
  const errors = collectErrors(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/demos/tandem/?level=01-side-by-side');
  const tandem = await page.evaluateHandle<App>('tandem');
  await expect.poll(() => tandem.evaluate(({ play }) => play.isRunning)).toBe(true);
  const isLoaded = (): boolean => loaded.some((url) => /game-monitor/.test(url));
  expect(isLoaded()).toBe(false);

  await page.keyboard.press('o');
  const panel = page.getByRole('dialog', { name: 'Tandem monitor' });
  await expect(panel).toBeVisible();
  expect(isLoaded()).toBe(true);
  await expect(panel.getByRole('img')).toHaveAttribute('aria-label', /busy: main.*|age of near enemies/);
  await panel.getByRole('tab', { name: 'Histograms' }).click();
  await expect(panel.getByRole('img')).toHaveAttribute('aria-label', /draw p95/);
  await expect(panel.getByRole('img')).not.toHaveAttribute('aria-label', /anonymous/);

  await panel.getByRole('tab', { name: 'Parameters' }).click();
  const field = panel.getByRole('spinbutton', { name: 'weight of nearness' });
  await expect(field).toHaveValue('3');
  await field.fill('7');
  await field.press('Enter');
  expect(await tandem.evaluate(({ play }) => play.weights.nearness)).toBe(7);
  const tick = await tandem.evaluate(({ play }) => play.world.tick);
  await expect.poll(() => tandem.evaluate(({ play }) => play.world.tick)).toBeGreaterThan(tick + 5);

  await page.locator('#stage').click({ position: { x: 20, y: 200 } });
  await page.keyboard.press('o');
  await expect(panel).toBeHidden();
  await page.keyboard.press('o');
  await expect(panel).toBeVisible();
  expect(errors).toEqual([]);
});
