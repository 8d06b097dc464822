import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

interface Rewind {
  readonly live:
    | {
        readonly game: {
          readonly world: { readonly tick: number; readonly robots: readonly { readonly held: number }[] };
        };
      }
    | undefined;
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
  await expect(moment).toHaveAttribute('aria-current', 'true');
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
  await expect(page.getByRole('status')).toHaveText(
    'The replay has reached the end, in the same state as the recording.',
  );

  await page.getByLabel('weight of nearness').fill('1');
  const run = page.getByRole('button', { name: 'Run again' });
  // A run may end before a second click of the test.
  const states = await run.evaluate((button: HTMLButtonElement) =>
    [0, 1].map(() => {
      button.click();
      return [button.textContent, document.querySelector('#run-progress')!.checkVisibility()];
    }),
  );
  expect(states).toEqual([
    ['Cancel', true],
    ['Run again', false],
  ]);
  await expect(page.getByRole('table')).toBeHidden();
  await run.click();
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
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a file that is not a session is refused, and the page remains usable', async ({ page }) => {
  await page.goto('/demos/tandem-tools/rewind/');
  await page.locator('#file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a recording'),
  });
  await expect(page.getByRole('status')).toHaveText(
    'notes.txt: This file is not a recording. It looks like text.',
  );
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('a session that is not saved is discarded only if its user agrees', async ({ page }) => {
  await page.goto('/demos/tandem-tools/rewind/');
  const level = page.getByRole('combobox', { name: 'Level' });
  await level.selectOption({ index: 0 });
  const [record, stop] = ['Record', 'Stop'].map((name) => page.getByRole('button', { name, exact: true }));
  await record!.click();
  await expect(level).toBeDisabled();
  await page.waitForTimeout(300);
  await stop!.click();

  const question = page.getByRole('dialog');
  await record!.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await level.selectOption({ index: 1 });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(level).toHaveValue('0');

  // The dialog reports the end of the first question after the second has been asked.
  await level.selectOption({ index: 1 });
  await expect(question).toBeVisible();
  await page.evaluate(() => {
    document.querySelector('dialog')!.close();
    const levels = document.querySelector<HTMLSelectElement>('#level')!;
    levels.selectedIndex = 1;
    levels.dispatchEvent(new Event('change'));
  });
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Save' }).click();
  expect((await download).suggestedFilename()).toBe('side-by-side.doharec');
  await expect(level).toHaveValue('1');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('of several files the last one is opened, and a slow one does not end a recording', async ({ page }) => {
  await page.goto('/demos/tandem-tools/rewind/');
  await page.evaluate(() => {
    File.prototype.arrayBuffer = async function (this: File) {
      if (this.name === 'slow.doharec')
        await new Promise((resolve) => addEventListener('read', resolve, { once: true }));
      return Blob.prototype.arrayBuffer.call(this);
    };
  });
  const readSlow = async (): Promise<void> => {
    await page.evaluate(() => dispatchEvent(new Event('read')));
    await page.waitForTimeout(400);
  };
  const open = (name: string, buffer: Buffer): Promise<void> =>
    page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const record = page.getByRole('button', { name: 'Record', exact: true });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const level = page.getByRole('combobox', { name: 'Level' });
  await level.selectOption({ index: 0 });
  await record.click();
  await expect(stop).toBeVisible();
  await page.waitForTimeout(300);
  await stop.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await readFile(await (await download).path());

  await level.selectOption({ index: 1 });
  await open('slow.doharec', file);
  await open('notes.txt', Buffer.from('not a recording'));
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^notes\.txt: ./);
  await readSlow();
  await expect(status).toHaveText(/^notes\.txt: ./);
  await expect(level).toHaveValue('1');

  await record.click();
  await expect(stop).toBeVisible();
  await page.waitForTimeout(300);
  await stop.click();
  await open('slow.doharec', file);
  await record.click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await readSlow();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(stop).toBeVisible();
  await page.waitForTimeout(300);
  await expect(question).toBeHidden();
  await expect(stop).toBeVisible();
});

test('keys of the game belong to the page unless a session is recorded', async ({ page }) => {
  await page.goto('/demos/tandem-tools/rewind/');
  const record = page.locator('#record');
  await record.focus();
  await page.keyboard.press('Space');
  await expect(record).toHaveText('Stop');
  await page.waitForTimeout(300);
  await page.keyboard.press('Escape');
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status')).toHaveText(/reached the end/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a session is recorded by two thumbs', async ({ context, page }) => {
    await page.goto('/demos/tandem-tools/rewind/');
    await expect(page.getByRole('status')).toContainText('one thumb on each half');
    await page.getByRole('combobox', { name: 'Level' }).selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Record' }).tap();
    await expect(page.locator('#thumb-first')).toBeVisible();
    const { height, width, x, y } = (await page.locator('#stage').boundingBox())!;
    const [left, right, middle] = [x + width / 4, x + (3 * width) / 4, y + height / 2];
    const devtools = await context.newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...at: [number, number][]
    ): Promise<unknown> =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map(([pointX, pointY], id) => ({ x: pointX, y: pointY, id })),
      });
    await touch('touchStart', [left, middle], [right, middle]);
    await touch('touchMove', [left + 20, middle], [right, middle - 30]);
    await expect(page.locator('.ring')).toHaveCount(2);
    const rewind = await page.evaluateHandle<Rewind>('rewind');
    await expect
      .poll(() => rewind.evaluate(({ live }) => live!.game.world.robots.every(({ held }) => held > 0)))
      .toBe(true);
    await touch('touchEnd');
    await expect(page.locator('.ring')).toHaveCount(0);

    // The overlay may cover the buttons. It can be closed.
    await page.getByRole('button', { name: 'Monitor' }).tap();
    const overlay = page.getByRole('dialog', { name: 'Tandem monitor' });
    await overlay.getByRole('button', { name: 'Hide' }).tap();
    await page.getByRole('button', { name: 'Stop' }).tap();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });
});
