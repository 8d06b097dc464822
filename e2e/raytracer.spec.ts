import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from './collect-errors.ts';

const address = '/demos/raytracer/';

// A small picture is soon traced.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const canvas = document.querySelector('canvas');
      if (canvas?.width === 900) Object.assign(canvas, { width: 160, height: 100 });
    }).observe(document, { childList: true, subtree: true });
  });
});

test('a picture is traced, and again from where it is turned to', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilSmooth(page);
  const first = await pictureOf(page);
  expect(first.length).toBeGreaterThan(5000); // much is to be seen
  await page.locator('#picture').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => pictureOf(page)).not.toBe(first);
  await untilSmooth(page);
  expect(errors).toEqual([]);
});

test('the picture is the same whatever becomes of its workers', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilSmooth(page);
  const expected = await pictureOf(page);
  await page.locator('#unique').fill('0');
  await page.locator('#slow').check();
  // A key that is held down kills one after another. On a busy machine none would ever end its work if that did not end.
  await page.locator('#kill').focus();
  for (let kill = 0; kill < 20; kill++) await page.keyboard.down('Enter');
  await expect(page.locator('#picture')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.up('Enter');
  await untilSmooth(page);
  expect(await pictureOf(page)).toBe(expected);
  await expect(page.locator('.worker')).not.toHaveCount(0);
  expect(errors).toEqual([]);
});

async function untilSmooth(page: Page): Promise<void> {
  await expect(page.locator('#picture')).toHaveAttribute('aria-busy', 'false');
}

function pictureOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')!.toDataURL());
}
