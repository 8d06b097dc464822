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

test('an image is traced, and is traced again when the camera turns', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilComplete(page);
  const first = await imageOf(page);
  expect(first.length).toBeGreaterThan(5000); // the image is not empty
  await page.locator('#image').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => imageOf(page)).not.toBe(first);
  await untilComplete(page);
  expect(errors).toEqual([]);
});

test('slow and killed workers do not change the image', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await untilComplete(page);
  const expected = await imageOf(page);
  await page.locator('#unique').fill('0');
  // A change of a control traces the image again. It is changed until a worker was killed while it had bands.
  await expect(async () => {
    await page.locator('#slow').press(' ');
    // A key that is held down kills one worker after another. It is released after 20 kills, because
    // otherwise on a busy machine no worker would finish its task.
    await page.locator('#kill').focus();
    for (let kill = 0; kill < 20; kill++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await untilComplete(page);
    await expect
      .poll(() => figure(page, 'lost with a killed worker'), { timeout: 1000 })
      .toMatch(/^[1-9]\d* bands$/);
  }).toPass();
  expect(await imageOf(page)).toBe(expected);
  await expect(page.locator('.worker')).not.toHaveCount(0);
  // All bands of killed workers were traced again.
  await expect.poll(() => figure(page, 'traced again')).toBe(await figure(page, 'lost with a killed worker'));
  expect(errors).toEqual([]);
});

test('a measurement shows the speed relative to one worker, with its range', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(address);
  await page.locator('#measure').press('Enter');
  await expect(page.locator('#status')).toHaveText(
    /^Measured 5 images with one worker, and 5 with 2 workers/,
  );
  const cells = await page.locator('#series tr').first().locator('td').allTextContents();
  expect(cells[0]).toMatch(/^\d+ \(\d+–\d+\) ms$/);
  expect(cells[2]).toMatch(/^[\d.]+ \([\d.]+–[\d.]+\) ×$/);
  await expect(page.locator('#measure')).toHaveText('Measure 5 images');
  await untilComplete(page);
  expect(errors).toEqual([]);
});

/** The value of a figure in the panel. */
async function figure(page: Page, name: string): Promise<string> {
  return page.locator('#progress dt', { hasText: name }).locator('+ dd').innerText();
}

async function untilComplete(page: Page): Promise<void> {
  await expect(page.locator('#image')).toHaveAttribute('aria-busy', 'false');
}

function imageOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')!.toDataURL());
}
