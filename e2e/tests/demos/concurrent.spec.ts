import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { builtOrigin } from '../../tools/servers/origins.ts';

// From source a thread loads a hundred modules: on a busy core that takes longer than threads are waited for, and the game goes on without.
test.use({ baseURL: process.env[builtOrigin] ?? '', viewport: { width: 640, height: 360 } });

/** What a page of the game shows to those who look from outside. */
interface Tandem {
  readonly tandem: {
    readonly play: {
      readonly world: {
        readonly tick: number;
        readonly players: readonly { readonly x: number; readonly active: boolean }[];
        readonly enemies: readonly { readonly updatedAt: number }[];
        readonly time: number;
        readonly stage: { readonly taken: Uint8Array };
      };
    };
  };
  readonly tandemPool: () => Promise<{
    kill(part: number): void;
    readonly count: number;
    readonly regions: { readonly owners: readonly number[] };
  }>;
}

interface Seen {
  readonly tick: number;
  /** Of the first robot. */
  readonly x: number;
  readonly isUp: boolean;
  readonly gems: number;
  /** Enemies that were updated within the last half second. */
  readonly lively: number;
}

for (const workers of [1, 2]) {
  test(`a level is played by ${workers} threads, which may be killed`, async ({ page }) => {
    const errors = collectErrors(page);
    await open(page, `level=10-artillery&workers=${workers}`);
    const { lively, x } = await look(page);
    expect(lively).toBeGreaterThan(0);
    await page.keyboard.down('KeyD');
    await expect.poll(async () => (await look(page)).x).toBeGreaterThan(x + 1);

    for (let part = 0; part < workers; part++) {
      const before = await look(page);
      await page.evaluate(async (killed) => {
        (await (globalThis as unknown as Tandem).tandemPool()).kill(killed);
      }, part);
      await expect.poll(async () => (await look(page)).tick).toBeGreaterThan(before.tick + 30);
      // Whoever it had goes on.
      await expect.poll(async () => (await look(page)).lively).toBeGreaterThanOrEqual(lively);
      const after = await look(page);
      expect(after.isUp).toBe(true);
      expect(after.x).toBeGreaterThanOrEqual(before.x - 0.1);
      expect(after.gems).toBe(before.gems);
    }
    await page.keyboard.up('KeyD');
    await page.keyboard.down('KeyA');
    const { x: farthest } = await look(page);
    await expect.poll(async () => (await look(page)).x).toBeLessThan(farthest - 0.5);
    expect(unexpected(errors)).toEqual([]);
  });
}

test('a thread may be killed again and again, while another still takes its place', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, 'level=10-artillery&workers=2');
  const { lively, tick } = await look(page);
  await page.evaluate(async () => {
    const crew = await (globalThis as unknown as Tandem).tandemPool();
    for (const rest of [5, 20, 40, 80, 0]) {
      crew.kill(1);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  });
  await expect.poll(async () => (await look(page)).lively).toBeGreaterThanOrEqual(lively);
  expect((await look(page)).tick).toBeGreaterThan(tick);
  expect(unexpected(errors)).toEqual([]);
});

test('a flood is played by threads, and the display shows whose is what', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, 'level=13-the-lure&workers=2');
  await page.keyboard.press('KeyF');
  await expect(page.locator('#hud .threads')).toBeVisible();
  await expect(page.locator('#hud .threads i')).toHaveCount(2);
  await expect.poll(async () => (await look(page)).lively).toBeGreaterThan(500);
  expect(new Set(await ownersOf(page)).size).toBe(2);
  expect(unexpected(errors)).toEqual([]);
});

test('the map is in equal parts, or shared out by load and importance, as one likes', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, 'level=15-the-flood&workers=2&regions=equal');
  const equal = await ownersOf(page);
  await page.waitForTimeout(2000);
  expect(await ownersOf(page)).toEqual(equal);

  await page.keyboard.press('Escape');
  await expect(page.locator('#settings-form [name=balances]')).not.toBeChecked();
  await chooseAndGoOn(page, 'name=balances');
  await expect.poll(() => ownersOf(page)).not.toEqual(equal);
  expect(unexpected(errors)).toEqual([]);
});

test('threads rest in a pause, go on after it, and another loop goes on from where they were', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, 'level=10-artillery&workers=2');
  await page.keyboard.press('Escape');
  await expect(page.locator('#paused')).toBeVisible();
  const { tick } = await look(page);
  await page.waitForTimeout(300);
  expect((await look(page)).tick).toBe(tick);
  await page.locator('#resume').click();
  await expect.poll(async () => (await look(page)).tick).toBeGreaterThan(tick + 10);

  await page.keyboard.press('Escape');
  const { tick: second, x } = await look(page);
  await chooseAndGoOn(page, 'value=adaptive');
  await expect.poll(async () => (await look(page)).tick).toBeGreaterThan(second + 10);
  expect(Math.abs((await look(page)).x - x)).toBeLessThan(1); // a shell may push the robot

  // And back, from where that loop has come to.
  await page.keyboard.down('KeyD');
  await expect.poll(async () => (await look(page)).x).toBeGreaterThan(x + 1);
  await page.keyboard.up('KeyD');
  await page.keyboard.press('Escape');
  const { tick: third, x: farther } = await look(page);
  await chooseAndGoOn(page, 'value=concurrent');
  await expect.poll(async () => (await look(page)).tick).toBeGreaterThan(third + 30);
  expect(Math.abs((await look(page)).x - farther)).toBeLessThan(1);
  expect(unexpected(errors)).toEqual([]);
});

/** Threads that are killed are told of, and the build of the tests has no service worker, for which the page asks. */
function unexpected(errors: readonly string[]): readonly string[] {
  return errors.filter(
    (error) => !/was terminated|\(404\) was received when fetching the script/.test(error),
  );
}

async function open(page: Page, query: string): Promise<void> {
  await page.goto(`/demos/tandem/?version=concurrent&${query}`);
  await expect(page.locator('#bar')).toBeVisible();
  await expect.poll(async () => (await look(page)).tick).toBeGreaterThan(10);
}

/** Checks a setting in the pause and goes on. `field`: an attribute that it has. */
async function chooseAndGoOn(page: Page, field: string): Promise<void> {
  await page.locator('#paused [data-open=settings]').click();
  await page.locator(`#settings-form [${field}]`).check();
  await page.locator('#settings [data-back]').click();
  await page.locator('#resume').click();
}

/** Whose each piece of the map is. */
function ownersOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const { regions } = await (globalThis as unknown as Tandem).tandemPool();
    return regions.owners;
  });
}

function look(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { enemies, players, stage, tick, time } = (globalThis as unknown as Tandem).tandem.play.world;
    const [{ active, x }] = players as readonly [(typeof players)[number]];
    return {
      tick,
      x,
      isUp: active,
      gems: stage.taken.reduce((sum, taken) => sum + taken, 0),
      lively: enemies.filter(({ updatedAt }) => updatedAt > time - 500).length,
    };
  });
}
