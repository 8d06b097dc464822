import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

const address = '/demos/raytracer/';

// A small image is traced faster.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const canvas = document.querySelector('canvas');
      if (canvas?.width === 900) Object.assign(canvas, { width: 160, height: 100 });
    }).observe(document, { childList: true, subtree: true });
  });
});

test('an image is traced, and traced again when the camera turns', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilSmooth(page);
  const first = await imageOf(page);
  expect(first.length).toBeGreaterThan(5000); // the image is not empty
  await page.locator('#image').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => imageOf(page)).not.toBe(first);
  await untilSmooth(page);
  expect(errors).toEqual([]);
});

test('the image is the same when workers are slow or killed', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilSmooth(page);
  const expected = await imageOf(page);
  await page.locator('#unique').fill('0');
  await page.locator('#slow').check();
  // A key that is held down kills one after another. On a busy machine none would ever end its work if that did not end.
  await page.locator('#kill').focus();
  for (let kill = 0; kill < 20; kill++) await page.keyboard.down('Enter');
  await expect(page.locator('#image')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.up('Enter');
  await untilSmooth(page);
  expect(await imageOf(page)).toBe(expected);
  await expect(page.locator('.worker')).not.toHaveCount(0);
  expect(errors).toEqual([]);
});

async function untilSmooth(page: Page): Promise<void> {
  await expect(page.locator('#image')).toHaveAttribute('aria-busy', 'false');
}

function imageOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')!.toDataURL());
}
