import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { transform } from 'esbuild';
import type * as filtering from '../../../examples/image-filter/bilateral.ts';
import { isLong, rowsOf } from '../../../packages/runs.test.setup.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { startInNode } from '../../tools/node/start-in-node.ts';
import { root } from '../../tools/repository.mjs';

// Small frames are drawn faster.
test.use({ viewport: { width: 480, height: 300 } });

/** Part of a warning that Chromium's software driver prints when a test reads an image. */
const byReading = 'GPU stall due to ReadPixels';

test.describe('meshes for three.js', () => {
  // WebGL is emulated, so the time of a frame grows with its size.
  test.use({ viewport: { width: 240, height: 150 } });

  const address = '/examples/three-meshes/';

  // The unit test of `plain-loader.ts` takes less time.
  for (const html of isLong ? ['', 'plain.html'] : ['']) {
    test(`chunks out of view are dropped, and all chunks in view are loaded: ${html || 'index.html'}`, async ({
      page,
    }) => {
      await page.addInitScript(keepDrawing);
      const errors = collectErrors(page);
      await page.goto(address + html);
      // Turns the camera in the frame in which the first tasks are submitted, before they are done.
      await page.waitForFunction(() => {
        if (Number(document.querySelector('#waiting')!.textContent) === 0) return false;
        document.querySelector<HTMLElement>('#turn')!.click();
        return true;
      });
      const empty = await imageOf(page);
      await expect.poll(() => count(page, 'dropped')).toBeGreaterThan(20);
      await page.evaluate(() => document.querySelector<HTMLElement>('#flies')!.click());
      await expect.poll(() => count(page, 'waiting')).toBe(0);
      expect(await count(page, 'done')).toBeGreaterThan(60);
      await expect.poll(async () => (await imageOf(page)).length).toBeGreaterThan(3 * empty.length);
      expect(errors.filter((error) => !error.includes(byReading))).toEqual([]);
    });
  }

  test('the page shows a message if there is no WebGL', async ({ page }) => {
    await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
    const errors = collectErrors(page);
    await page.goto(address);
    await expect(page.locator('#no-webgl')).toBeVisible();
    expect(errors).toEqual([]);
  });
});

for (const address of ['pixi/?fish=99', 'phaser/?canvas&fish=99', 'three/?fish=99']) {
  test(`fish move in ${address}, with the usual loop and with DOHA`, async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto(`/examples/engines/${address}`);
    await page.locator('canvas').waitFor();
    const output = page.getByRole('status');
    const control = page.getByLabel('with DOHA');
    for (const isOn of [true, false, true]) {
      await control.setChecked(isOn);
      const first = await page.screenshot({ mask: [output] });
      await expect.poll(async () => first.equals(await page.screenshot({ mask: [output] }))).toBe(false);
    }
    await expect(output).toHaveText(/^\d+ fps$/);
    expect(errors.filter((error) => !error.includes(byReading))).toEqual([]);
  });
}

const boards = [
  ['', 'server.mjs'],
  ['plain.html', 'plain-server.mjs'],
] as const;

for (const [page, server] of rowsOf(boards, { onlyLong: 1 })) {
  test(`a board shows present and earlier drawings of others, with ${server}`, async ({ context }) => {
    const { said, stop } = await startInNode(join(root, 'examples/board', server), { PORT: '0' });
    try {
      const port = /^listening on (\d+)/.exec(said)?.[1];
      const enter = async (): Promise<Page> => {
        const board = await context.newPage();
        await board.goto(`/examples/board/${page}?server=ws://127.0.0.1:${port}`);
        return board;
      };
      const inked = (board: Page): Promise<boolean> =>
        board.evaluate(() => {
          const canvas = document.querySelector('canvas')!;
          return canvas
            .getContext('2d')!
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value > 0);
        });
      const [one, other] = [await enter(), await enter()];
      const { height, width, x, y } = (await one.locator('canvas').boundingBox())!;
      await expect(async () => {
        await one.mouse.move(x + width / 4, y + height / 4);
        await one.mouse.down();
        await one.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
        await one.mouse.up();
        expect(await inked(other)).toBe(true);
      }).toPass();
      await expect(other.locator('.cursor')).toHaveCount(1);
      for (const key of [' ', 'ArrowRight', 'ArrowRight']) await one.locator('canvas').press(key);
      await expect(one.locator('.cursor')).toHaveCount(1); // its own one, which shows the position of the keys
      const late = await enter();
      await expect.poll(() => inked(late)).toBe(true);
      await one.close();
      await expect(other.locator('.cursor')).toHaveCount(0);
    } finally {
      stop();
    }
  });
}

// Eleven images of 15 MB exceed the send queue of a session, which holds 128 MiB. `npm test` uses one image,
// because each takes two seconds.
const imageCount = isLong ? 11 : 1;

test('a board shows images of 15 MB, also to a page that is opened later', async ({ context }) => {
  test.setTimeout(600_000);
  const { said, stop } = await startInNode(join(root, 'examples/board/server.mjs'), { PORT: '0' });
  await context.addInitScript(() => {
    const create = createImageBitmap;
    Object.assign(globalThis, { shown: 0 });
    globalThis.createImageBitmap = async (source: ImageBitmapSource) => {
      const image = await create(source);
      (globalThis as unknown as { shown: number }).shown++;
      return image;
    };
  });
  try {
    const port = /^listening on (\d+)/.exec(said)?.[1];
    const enter = async (): Promise<Page> => {
      const board = await context.newPage();
      await board.goto(`/examples/board/?server=ws://127.0.0.1:${port}`);
      return board;
    };
    const shown = async (board: Page): Promise<unknown> => board.evaluate('shown');
    const [one, other] = [await enter(), await enter()];
    const drawn = await one.evaluate(() => document.querySelector('canvas')!.toDataURL());
    const [, image] = drawn.split(',');
    // A small PNG with 15 MB of zeros after it, which decoders ignore.
    const buffer = Buffer.concat([Buffer.from(image!, 'base64'), Buffer.alloc(15_000_000)]);
    const file = { name: 'large.png', mimeType: 'image/png', buffer };
    for (let i = 0; i < imageCount; i++) await one.locator('input').setInputFiles(file);
    const late = await enter();
    for (const board of [one, other, late])
      await expect.poll(() => shown(board), { timeout: 300_000 }).toBe(imageCount);
    for (const board of [one, other, late]) await expect(board.locator('output')).toHaveText('');
  } finally {
    stop();
  }
});

for (const page of ['', 'plain.html'])
  test(`the board ${page} shows a message if there is no server`, async ({ page: tab }) => {
    await tab.goto(`/examples/board/${page}?server=ws://127.0.0.1:9`);
    await expect(tab.locator('output')).toHaveText(/There is no server at ws:/);
  });

for (const html of rowsOf(['index.html', 'plain.html'], { onlyLong: 1 })) {
  test(`visible rows of a long list are filled, and rows that were scrolled away are dropped: ${html}`, async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(`/examples/long-list/${html}`);
    await untilScreenIsFilled(page);
    expect(await page.locator('.filled').count()).toBeLessThan(100);
    // Scrolls faster than rows are filled, until rows have been dropped. On a busy machine this takes
    // more screens, because fewer frames are drawn.
    await page.evaluate(async () => {
      for (let screen = 0; screen < 60; screen++) {
        scrollBy(0, 5 * innerHeight);
        await new Promise(requestAnimationFrame);
        if (screen >= 12 && document.querySelector('#dropped')!.textContent !== '0') return;
      }
    });
    await untilScreenIsFilled(page);
    expect(await count(page, 'dropped')).toBeGreaterThan(0);

    await page.locator('#search').fill('basma: check');
    await expect(page.locator('li:visible').first()).toContainText('Basma: Check');
    await untilScreenIsFilled(page);
    const titles = await page.locator('li:visible h2').allTextContents();
    expect(titles.length).toBe(await count(page, 'shown'));
    expect(titles.filter((title) => !title.includes('Basma: Check'))).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test.describe('an image filter', () => {
  const address = '/examples/image-filter/';

  for (const html of rowsOf(['index.html', 'plain.html'], { onlyLong: 1 })) {
    test(`the tiles give the same result as the filter on the whole image: ${html}`, async ({ page }) => {
      const errors = collectErrors(page);
      await page.goto(address + html);
      const [, image] = (await page.evaluate(pngOfCorner)).split(',');
      const file = { name: 'corner.png', mimeType: 'image/png', buffer: Buffer.from(image!, 'base64') };
      await page.locator('#file').setInputFiles(file);
      await expect(page.locator('#original')).toHaveAttribute('width', '170');
      await page.locator('#start').click();
      await expect(page.locator('output')).toHaveText(/^done: 12 tiles/);
      const { changed, wrong } = await page.evaluate(filterAtOnce, await addressOfFilter());
      expect(changed).toBeGreaterThan(30_000);
      expect(wrong).toBe(0);
      expect(errors).toEqual([]);
    });
  }

  test('a run can be cancelled and started again', async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto(address);
    await page.locator('#radius').fill('20');
    await page.locator('#start').click();
    await expect
      .poll(() => page.locator('progress').evaluate((bar) => (bar as HTMLProgressElement).value))
      .toBeGreaterThan(1);
    await page.locator('#cancel').click();
    const status = page.locator('output');
    await expect(status).toHaveText(/^cancelled/);
    const [done, all, dropped] = (await status.textContent())!.match(/\d+/g)!.map(Number);
    expect(dropped).toBeGreaterThan(0);
    expect(done! + dropped!).toBe(all);
    await page.locator('#radius').fill('2');
    await page.locator('#start').click();
    await expect(status).toHaveText(new RegExp(`^done: ${all} tiles`));
    expect(errors).toEqual([]);
  });

  test('a file that is not an image is reported in the page', async ({ page }) => {
    await page.goto(address);
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not an image') };
    await page.locator('#file').setInputFiles(file);
    await expect(page.locator('output')).toHaveText(/^notes.txt is not an image/);
  });
});

async function count(page: Page, name: string): Promise<number> {
  return Number((await page.locator(`#${name}`).textContent())!.replace(',', ''));
}

/** Keeps the drawing buffers of WebGL, so that a page's images can be read at any time. */
function keepDrawing(): void {
  interface Drawable {
    getContext: (this: HTMLCanvasElement, kind: string, options?: object) => unknown;
  }
  const drawable = HTMLCanvasElement.prototype as Drawable;
  const plain = drawable.getContext;
  drawable.getContext = function (kind, options) {
    return plain.call(this, kind, { ...options, preserveDrawingBuffer: true });
  };
}

function imageOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')!.toDataURL());
}

/** Waits until all visible rows are filled and no task waits. */
async function untilScreenIsFilled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const seen = [...document.querySelectorAll('li')].filter((item) => {
      const { bottom, height, top } = item.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight;
    });
    const isFilled = seen.length > 0 && seen.every((item) => item.matches('.filled:has(ins)'));
    return isFilled && document.querySelector('#waiting')!.textContent === '0';
  });
}

/** A small part of the image as a PNG. Runs in the page. */
function pngOfCorner(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 170, height: 110 });
  canvas.getContext('2d')!.drawImage(document.querySelector<HTMLCanvasElement>('#original')!, -500, -250);
  return canvas.toDataURL();
}

/** Returns an address from which a page can import the filter. */
async function addressOfFilter(): Promise<string> {
  const source = readFileSync(join(root, 'examples/image-filter/bilateral.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts' });
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * Filters the whole image at once. Returns the number of bytes that the tiles have changed, and the number of bytes in which the tiles differ from the
 * image that was filtered at once. Runs in the page.
 */
async function filterAtOnce(address: string): Promise<{ changed: number; wrong: number }> {
  const { bilateral } = (await import(address)) as typeof filtering;
  const [original, filtered] = ['#original', '#filtered'].map((selector) => {
    const canvas = document.querySelector<HTMLCanvasElement>(selector)!;
    return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  }) as [ImageData, ImageData];
  const { height, width } = original;
  const radius = document.querySelector<HTMLInputElement>('#radius')!.valueAsNumber;
  const rows = bilateral(original, { x: 0, y: 0, width, height }, radius);
  let row = rows.next();
  while (row.done !== true) row = rows.next();
  const expected = row.value.data;
  return {
    changed: filtered.data.filter((byte, i) => byte !== original.data[i]).length,
    wrong: filtered.data.filter((byte, i) => byte !== expected[i]).length,
  };
}
