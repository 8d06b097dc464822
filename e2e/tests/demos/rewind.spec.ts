import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

interface Rewind {
  readonly live: { readonly game: { readonly world: { readonly tick: number } } } | undefined;
}

test('a session is recorded by keys, its bad moment is found and replayed, and it runs under another policy', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto('/demos/tandem-tools/rewind/');
  await page.getByRole('combobox', { name: 'Level' }).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Record' }).click();
  const rewind = await page.evaluateHandle<Rewind>('rewind');
  const played = (steps: number): Promise<void> =>
    expect.poll(() => rewind.evaluate(({ live }) => live?.game.world.tick ?? 0)).toBeGreaterThan(steps);
  await page.keyboard.down('KeyD');
  await played(30);
  await page.getByRole('button', { name: 'Stutter' }).click();
  await played(60);
  await page.keyboard.up('KeyD');
  await page.keyboard.press('Escape');

  const moment = page.getByRole('list').getByRole('button', { name: 'unpack textures' }).first();
  await moment.click();
  const position = page.getByRole('slider');
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  const sought = Number(await position.inputValue());
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(sought);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await (await download).path();
  await page.reload();
  await page.locator('#file').setInputFiles({
    name: 'saved.doharec',
    mimeType: 'application/octet-stream',
    buffer: await readFile(file),
  });
  await expect(moment).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const end = Number(await position.getAttribute('max'));
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.9 * end);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('');

  await page.getByLabel('weight of nearness').fill('1');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('table')).toContainText('age of near enemies');
  expect(errors).toEqual([]);
});

test('a file with an invalid session leaves the session that is shown, and none is opened during a recording', async ({
  page,
}) => {
  await page.goto('/demos/tandem-tools/rewind/');
  await page.getByRole('combobox', { name: 'Level' }).selectOption({ index: 0 });
  const open = (name: string, buffer: Buffer): Promise<void> =>
    page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const status = page.getByRole('status');
  await page.getByRole('button', { name: 'Record' }).click();
  await page.waitForTimeout(500);
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await readFile(await (await download).path());

  // The log follows the events, so it is missing in a part of the file.
  await open('cut.doharec', file.subarray(0, file.length / 3));
  await expect(status).toHaveText(/^cut\.doharec: ./);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect.poll(async () => Number(await page.getByRole('slider').inputValue())).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Record' }).click();
  await open('saved.doharec', file);
  await expect(status).toHaveText('saved.doharec: the recording must end first.');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await open('saved.doharec', file);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a file that is not a session is refused, and the page remains usable', async ({ page }) => {
  await page.goto('/demos/tandem-tools/rewind/');
  await page.locator('#file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a recording'),
  });
  await expect(page.getByRole('status')).toHaveText(/^notes\.txt: /);
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
});
