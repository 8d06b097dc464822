import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from './collect-errors.ts';
import { finishLevel, playUntilWon } from './finish-level.ts';

test.use({ viewport: { width: 640, height: 360 } });

test('a finished run is watched, saved as a file, opened again and comes to the same end', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = collectErrors(page);
  await finishLevel(page, '04-my-way-your-way', 'adaptive');
  await page.clock.runFor(1500);
  await expect(page.locator('#won-title')).toHaveText('My way, your way');
  await expect(page.locator('#won-figures')).toContainText('best so far');

  const saving = page.waitForEvent('download');
  await page.locator('#save').click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('my-way-your-way.run');

  await page.locator('#watch').click();
  await expectTrueEnd(page);
  await page.locator('#won [data-open=levels]').click();
  await page.locator('#file').setInputFiles(await download.path());
  await expectTrueEnd(page);
  expect(errors).toEqual([]);
});

test('a file that is neither a run nor a level is answered in the page', async ({ page }) => {
  await page.goto('/demos/tandem/');
  await page.locator('#menu [data-open=levels]').click();
  await page
    .locator('#file')
    .setInputFiles({ name: 'broken.run', mimeType: '', buffer: Buffer.from('not a run') });
  await expect(page.locator('#notice')).toContainText('broken.run: ');
  await page
    .locator('#file')
    .setInputFiles({ name: 'a.level', mimeType: '', buffer: Buffer.from('title: A\n') });
  await expect(page.locator('#notice')).toContainText('a.level: line ');
  await expect(page.locator('#levels')).toBeVisible();
});

async function expectTrueEnd(page: Page): Promise<void> {
  await expect(page.locator('#bar-title')).toContainText('replay');
  await playUntilWon(page);
  await page.clock.runFor(1500);
  await expect(page.locator('#won')).toBeVisible();
  await expect(page.locator('#watch')).toBeHidden();
  await expect(page.locator('#notice')).toBeHidden();
}
