import { deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { finishLevel, isWon, playUntilWon } from '../../lab/game/run/finish-level.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

test.use({ viewport: { width: 640, height: 360 } });

test('a finished run can be watched, saved and opened, and its replays end in the same state', async ({
  page,
}, testInfo) => {
  const errors = collectErrors(page);
  await finishLevel(page, '04-my-way-your-way', 'adaptive');
  await page.clock.runFor(1500);
  await expect(page.locator('#won-title')).toHaveText('My way, your way');
  await expect(page.locator('#won-figures')).toContainText('best so far');

  const saving = page.waitForEvent('download');
  await page.locator('#save').click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('my-way-your-way.run');
  const path = testInfo.outputPath('mine.run');
  await download.saveAs(path);

  await page.locator('#watch').click();
  await expectTrueEnd(page);
  await page.locator('#won [data-open=levels]').click();
  await page.locator('#file').setInputFiles(path);
  await expect.poll(() => isWon(page)).toBe(false);
  await expectTrueEnd(page);
  expect(errors).toEqual([]);
});

test('a file that is neither a run nor a level is reported in the page', async ({ page }) => {
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
  const unbuilt = 'title: B\n\n#####\n#1 2#\n#####\n';
  await page.locator('#file').setInputFiles({ name: 'b.level', mimeType: '', buffer: Buffer.from(unbuilt) });
  await expect(page.locator('#notice')).toContainText('b.level: line ');
  await page.locator('#levels [data-back]').click();
  await page.locator('#menu-play').click();
  await expect(page.locator('#bar-title')).toHaveText('1 · Side by side');
});

test('a replay whose end differs from its recording shows a notice, and the address of a level still opens afterwards', async ({
  page,
}) => {
  await page.goto(`/demos/tandem/#run=${shortRun()}`);
  await expect(page.locator('#bar-title')).toContainText('replay');
  await expect(page.locator('#paused')).toBeVisible();
  await expect(page.locator('#notice')).toContainText('ended differently');
  await page.locator('#resume').click();
  await page.keyboard.press('Escape');
  // So does a tape that cannot be read to its end, because no update has the encoding 9.
  await page.goto(`/demos/tandem/#run=${shortRun(9)}`);
  await expect(page.locator('#notice')).toContainText('ended differently');
  await page.goto('/demos/tandem/?level=01-side-by-side');
  await expect(page.locator('#bar-title')).toHaveText('1 · Side by side');
});

/**
 * Ten steps without any input, with a wrong hash of the final state. `encoding`: that of the updates in the last step. See demos/tandem/game/replay.
 */
function shortRun(encoding = 0): string {
  const level = 'title: Short\n\n##########\n#        #\n# 1 2  ! #\n##########\n';
  const bytes = [
    1,
    level.length,
    ...Buffer.from(level),
    1,
    7,
    20,
    ...Array.from({ length: 19 }, () => 0),
    encoding,
  ];
  return deflateSync(Buffer.from(bytes)).toString('base64url');
}

async function expectTrueEnd(page: Page): Promise<void> {
  await expect(page.locator('#bar-title')).toContainText('replay');
  await playUntilWon(page);
  await page.clock.runFor(1500);
  await expect(page.locator('#won')).toBeVisible();
  await expect(page.locator('#watch')).toBeHidden();
  await expect(page.locator('#notice')).toBeHidden();
}
