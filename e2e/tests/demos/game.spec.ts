import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

const game = '/demos/tandem/';

/** Position of a robot in cells. */
async function positionOf(page: Page, robot: number): Promise<{ x: number; y: number }> {
  return page.evaluate((index) => {
    const { x, y } = (globalThis as unknown as Tandem).tandem.play.world.players[index]!;
    return { x, y };
  }, robot);
}

interface Tandem {
  readonly tandem: {
    readonly play: {
      readonly world: { readonly players: { x: number; y: number }[]; readonly tick: number };
    };
  };
}

test('the game can be played by keyboard alone, from the menu into the game and back', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(game);
  await expect(page.locator('#menu')).toBeVisible();
  await expect(page.locator('#menu-play')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#menu')).toBeHidden();
  const before = [await positionOf(page, 0), await positionOf(page, 1)];
  await page.keyboard.down('KeyD');
  await page.keyboard.down('ArrowRight');
  await expect.poll(async () => (await positionOf(page, 0)).x).toBeGreaterThan(before[0]!.x + 1);
  await expect.poll(async () => (await positionOf(page, 1)).x).toBeGreaterThan(before[1]!.x + 1);
  await page.keyboard.press('Escape');
  await expect(page.locator('#paused')).toBeVisible();
  await expect(page.locator('#resume')).toBeFocused();
  const { x } = await positionOf(page, 0);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#restart')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('#paused')).toBeHidden();
  // The pause has released the key, so the robot stands still.
  expect((await positionOf(page, 0)).x).toBeLessThan(x + 1);
  expect(errors).toEqual([]);
});

test('settings and keys are stored', async ({ page }) => {
  await page.goto(game);
  await page.locator('[data-open=settings]').first().click();
  await page.locator('#bindings label', { hasText: 'jump' }).first().locator('button').click();
  await page.keyboard.press('KeyI');
  await expect(page.locator('#bindings label', { hasText: 'jump' }).first().locator('button')).toHaveText(
    'I',
  );
  await page.locator('[name=isMuted]').check();
  await page.locator('[name=version][value=monolithic]').check();
  await page.reload();
  await page.locator('[data-open=settings]').first().click();
  await expect(page.locator('#bindings label', { hasText: 'jump' }).first().locator('button')).toHaveText(
    'I',
  );
  await expect(page.locator('[name=isMuted]')).toBeChecked();
  await expect(page.locator('[name=version][value=monolithic]')).toBeChecked();
});

test('an address with an unknown level or an invalid run is reported in the page', async ({ page }) => {
  await page.goto(`${game}?level=nowhere`);
  await expect(page.locator('#notice')).toHaveText('There is no level nowhere.');
  await page.goto(`${game}#run=AAAA`);
  await page.reload();
  await expect(page.locator('#notice')).not.toBeEmpty();
  await expect(page.locator('#menu')).toBeVisible();
});

test('the game pauses when the page is hidden', async ({ page }) => {
  await page.goto(`${game}?level=01-side-by-side`);
  await expect(page.locator('#bar')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.locator('#paused')).toBeVisible();
});

test('a touch in the left half of the page controls the first robot', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 844, height: 390 } });
  const page = await context.newPage();
  await page.goto(`${game}?level=01-side-by-side`);
  await expect(page.locator('#bar')).toBeVisible();
  const before = await positionOf(page, 0);
  const stage = page.locator('#stage');
  const touch = (type: string, id: number, x: number, y: number): Promise<void> =>
    stage.dispatchEvent(type, { pointerId: id, pointerType: 'touch', clientX: x, clientY: y, bubbles: true });
  await page.evaluate(() => {
    HTMLElement.prototype.setPointerCapture = () => {};
  });
  await touch('pointerdown', 1, 150, 250);
  await touch('pointermove', 1, 190, 250);
  await expect.poll(async () => (await positionOf(page, 0)).x).toBeGreaterThan(before.x + 1);
  await expect(page.locator('.ring.first')).toHaveCount(1);
  await expect(page.locator('#thumb-first')).toBeHidden();
  await touch('pointerup', 1, 190, 250);
  await expect(page.locator('.ring')).toHaveCount(0);
  await context.close();
});

test('the address of the game with ?scenario=tunnel redirects to the tunnel', async ({ page }) => {
  await page.goto(`${game}?scenario=tunnel&n=100`);
  await page.waitForURL(/\/tunnel\/\?scenario=tunnel&n=100/);
  await expect(page.locator('#controls')).toBeVisible();
});

test('a level can be created, tested and shared', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/demos/tandem-tools/editor/');
  await expect(page.locator('#status')).toHaveText('Ready to be played.');
  await page.getByText('rock', { exact: true }).click();
  const map = page.locator('#map');
  const { width, height } = (await map.boundingBox())!;
  await map.click({ position: { x: width / 2, y: height / 2 } });
  await page.locator('#title').fill('Mine');
  await page.locator('#undo').click();
  await page.locator('#redo').click();
  await page.locator('#test').click();
  await expect(page.locator('#status')).toHaveText('Escape ends the test.');
  await page.keyboard.press('Escape');
  await page.locator('#share').click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#level=[\w-]+$/);
  const { hash } = new URL(page.url());
  await page.goto(`${game}${hash}`);
  await expect(page.locator('#bar-title')).toHaveText('Mine');
  expect(errors).toEqual([]);
});
