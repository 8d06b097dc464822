import { writeFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import { root } from '../repository.mjs';

// `npm run record -- images`: the images of the site, from the running demos.

const demos = `${root}demos/`;

test('takes the image of the game', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/demos/tandem/?level=15-the-flood');
  await page.waitForTimeout(4000);
  writeFileSync(`${demos}tandem.webp`, await compressed(page, await page.screenshot(), 640, 360));
});

test('takes the image that other sites show with a link', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto('/demos/');
  await page.locator('#notice').waitFor({ state: 'hidden' });
  await page.waitForTimeout(3000);
  writeFileSync(`${demos}preview.jpg`, await page.screenshot({ type: 'jpeg', quality: 85 }));
});

test('draws the icon for home screens', async ({ page }) => {
  await page.setViewportSize({ width: 180, height: 180 });
  await page.goto('/demos/icon.svg');
  writeFileSync(`${demos}touch-icon.png`, await page.screenshot());
});

/** A screenshot as WebP in a smaller size. */
async function compressed(page: Page, screenshot: Buffer, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    async ([source, w, h]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      canvas.getContext('2d')!.drawImage(image, 0, 0, w, h);
      return canvas.toDataURL('image/webp', 0.8);
    },
    [`data:image/png;base64,${screenshot.toString('base64')}`, width, height] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
