import { deflateSync } from 'node:zlib';
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

interface Played {
  readonly play: {
    readonly world: { readonly players: { x: number; y: number }[]; readonly tick: number };
  };
}

interface Tandem {
  readonly tandem: Played;
}

interface EditorPage {
  readonly editor: Played;
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

test('settings and keys are stored, and keys of the game cannot be bound', async ({ page }) => {
  await page.goto(game);
  await page.locator('#menu [data-open=settings]').click();
  await page.locator('#settings [data-open=keys]').click();
  const jump = page.locator('#bindings label', { hasText: 'jump' }).first().locator('button');
  await jump.click();
  await page.keyboard.press('KeyP');
  await expect(page.locator('#key-advice')).toHaveText(
    'P pauses the game. Press another key, or Escape to keep W.',
  );
  await page.keyboard.press('KeyI');
  await expect(jump).toHaveText('I');
  await expect(page.locator('#key-advice')).toBeHidden();
  await page.locator('#keys [data-back]').click();
  await page.locator('[name=isMuted]').check();
  await page.locator('#settings [data-open=developer]').click();
  await page.locator('[name=version][value=monolithic]').check();
  await page.reload();
  await page.locator('#menu [data-open=settings]').click();
  await page.locator('#settings [data-open=keys]').click();
  await expect(jump).toHaveText('I');
  await expect(page.locator('[name=isMuted]')).toBeChecked();
  await expect(page.locator('[name=version][value=monolithic]')).toBeChecked();
});

test('an address with an unknown level or an invalid run is reported in the page', async ({ page }) => {
  await page.goto(`${game}?level=nowhere`);
  await expect(page.locator('#notice')).toHaveText('There is no level “nowhere”. Choose another one.');
  await page.goto(`${game}#run=AAAA`);
  await page.reload();
  const notice = page.locator('#notice');
  await expect(notice).toContainText('This link is damaged');
  await expect(page.locator('#menu')).toBeVisible();
  // The notice is above the menu.
  const { height, width, x, y } = (await notice.boundingBox())!;
  const top = await page.evaluate(
    ([atX, atY]) => document.elementFromPoint(atX!, atY!)?.id,
    [x + width / 2, y + height / 2],
  );
  expect(top).toBe('notice');
});

test('the list of levels shows their maps, ideas and par times, and the menu leads to the floods', async ({
  page,
}) => {
  await page.goto(game);
  await page.locator('#menu [data-open=floods]').click();
  await expect(page.locator('#flood-list .number')).toHaveText(['13', '14', '15']);
  await page.locator('#floods [data-back]').click();
  await page.locator('#menu [data-open=levels]').click();
  await expect(page.locator('#level-list li')).toHaveCount(15);
  const card = page.locator('#level-list li').first();
  await expect(card).toContainText('Run and jump. Both robots must reach the exit.');
  await expect(card).toContainText('par 0:20');
  const colors = (): Promise<number> =>
    card.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  await expect.poll(colors).toBeGreaterThan(10);
  await card.locator('button').click();
  await expect(page.locator('#intro')).toContainText('Run and jump. Both robots must reach the exit.');
});

test('the figures leave the corner into which a robot comes', async ({ page }) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => localStorage.setItem('tandem.preferences', '{"showsFigures":true}'));
  const air = `#${' '.repeat(22)}#`;
  const rock = '#'.repeat(24);
  const map = [
    rock,
    '# 12                   #',
    '####                ! ##',
    ...Array<string>(8).fill(air),
    rock,
  ];
  const level = deflateSync(Buffer.from(`title: High\n\n${map.join('\n')}\n`)).toString('base64url');
  await page.goto(`${game}#level=${level}`);
  await expect(page.locator('#hud')).toHaveAttribute('data-place', /right|bottom/);
  expect(errors).toEqual([]);
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

test('the address of the game with ?scenario=tunnel redirects to the tunnel', async ({ page }) => {
  await page.goto(`${game}?scenario=tunnel&n=100`);
  await page.waitForURL(/\/tunnel\/\?scenario=tunnel&n=100/);
  await expect(page.locator('#controls')).toBeVisible();
});

test('a level can be created by keyboard, tested and shared, and its link opens the level in the game', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => {
    localStorage.setItem('tandem.preferences', JSON.stringify({ bindings: { '1.right': 'KeyL' } }));
  });
  await page.goto('/demos/tandem-tools/editor/');
  const status = page.locator('#status');
  await expect(status).toHaveText('Ready to be played.');
  await page.locator('#title').fill('Mine');
  await page.locator('#palette input').first().focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown'); // move, link, air, rock
  for (let i = 0; i < 2; i++) await page.keyboard.press('Tab'); // to the robots that enemies spare, and to the map
  await expect(page.locator('#map')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveText('Row 3, column 2: air.');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveText('Row 3, column 2: rock.');
  await page.keyboard.press('Control+KeyZ');
  await page.keyboard.press('Control+Shift+KeyZ');
  await page.locator('#test').focus();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Escape or Stop ends the test.');
  await expect(page.locator('#palette')).toHaveAttribute('inert');
  const robotX = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as EditorPage).editor.play.world.players[0]!.x);
  const x = await robotX();
  await page.keyboard.down('KeyL'); // the player's own key
  await expect.poll(robotX).toBeGreaterThan(x + 1);
  await page.keyboard.up('KeyL');
  await page.keyboard.press('Escape');
  await page.locator('#share').click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#level=[\w-]+$/);
  await status.getByText('Play this level').click();
  await page.waitForURL(/\/demos\/tandem\/#level=/);
  await expect(page.locator('#bar-title')).toHaveText('Mine');
  expect(errors).toEqual([]);
});
