import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';

// Small frames are drawn faster.
test.use({ viewport: { width: 640, height: 360 } });

/** The part of the page's state that tests read. */
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
  /** Position of the first robot. */
  readonly x: number;
  readonly isUp: boolean;
  readonly gems: number;
  /** Enemies that were updated within the last 500 ms. */
  readonly recentlyUpdated: number;
}

for (const workers of isLong ? [1, 2] : [2]) {
  test(`a level runs in ${workers} threads, and continues when each of them is killed`, async ({ page }) => {
    const errors = collectErrors(page);
    await open(page, `level=10-artillery&workers=${workers}`);
    const { recentlyUpdated, x } = await readState(page);
    expect(recentlyUpdated).toBeGreaterThan(0);
    await page.keyboard.down('KeyD');
    await expect.poll(async () => (await readState(page)).x).toBeGreaterThan(x + 1);

    for (let part = 0; part < workers; part++) {
      const before = await readState(page);
      await page.evaluate(async (killed) => {
        (await (globalThis as unknown as Tandem).tandemPool()).kill(killed);
      }, part);
      await expect.poll(async () => (await readState(page)).tick).toBeGreaterThan(before.tick + 30);
      // A replacement, or another thread, continues the enemies of the killed thread.
      await expect
        .poll(async () => (await readState(page)).recentlyUpdated)
        .toBeGreaterThanOrEqual(recentlyUpdated);
      const after = await readState(page);
      expect(after.isUp).toBe(true);
      expect(after.x).toBeGreaterThanOrEqual(before.x - 0.1);
      expect(after.gems).toBe(before.gems);
    }
    await page.keyboard.up('KeyD');
    await page.keyboard.down('KeyA');
    const { x: farthest } = await readState(page);
    await expect.poll(async () => (await readState(page)).x).toBeLessThan(farthest - 0.5);
    expect(unexpected(errors)).toEqual([]);
  });
}

test('a thread may be killed repeatedly, also while its replacement starts', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, 'level=10-artillery&workers=2');
  const { recentlyUpdated, tick } = await readState(page);
  await page.evaluate(async () => {
    const pool = await (globalThis as unknown as Tandem).tandemPool();
    for (const rest of [5, 20, 40, 80, 0]) {
      pool.kill(1);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  });
  await expect
    .poll(async () => (await readState(page)).recentlyUpdated)
    .toBeGreaterThanOrEqual(recentlyUpdated);
  expect((await readState(page)).tick).toBeGreaterThan(tick);
  expect(unexpected(errors)).toEqual([]);
});

test('a level with a flood of enemies runs in two threads, and the display shows both', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, 'level=13-the-lure&workers=2');
  await page.keyboard.press('KeyF');
  await expect(page.locator('#hud .threads')).toBeVisible();
  await expect(page.locator('#hud .threads i')).toHaveCount(2);
  await expect.poll(async () => (await readState(page)).recentlyUpdated).toBeGreaterThan(500);
  expect(new Set(await ownersOf(page)).size).toBe(2);
  expect(unexpected(errors)).toEqual([]);
});

test('a setting selects whether the regions of the map are equal, or balanced by load and importance', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, 'level=15-the-flood&workers=2&regions=equal');
  const equal = await ownersOf(page);
  await page.waitForTimeout(2000);
  expect(await ownersOf(page)).toEqual(equal);

  await page.keyboard.press('Escape');
  await expect(page.locator('#settings-form [name=balances]')).not.toBeChecked();
  await selectAndResume(page, 'name=balances');
  await expect.poll(() => ownersOf(page)).not.toEqual(equal);
  expect(unexpected(errors)).toEqual([]);
});

test('threads stop during a pause and continue after it, and another loop can continue from their state', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page, 'level=10-artillery&workers=2');
  await page.keyboard.press('Escape');
  await expect(page.locator('#paused')).toBeVisible();
  const { tick } = await readState(page);
  await page.waitForTimeout(300);
  expect((await readState(page)).tick).toBe(tick);
  await page.locator('#resume').click();
  await expect.poll(async () => (await readState(page)).tick).toBeGreaterThan(tick + 10);

  await page.keyboard.press('Escape');
  const { tick: second, x } = await readState(page);
  await selectAndResume(page, 'value=adaptive');
  await expect.poll(async () => (await readState(page)).tick).toBeGreaterThan(second + 10);
  expect(Math.abs((await readState(page)).x - x)).toBeLessThan(1); // a shell may push the robot

  // Threads can continue from the state of the adaptive loop.
  await page.keyboard.down('KeyD');
  await expect.poll(async () => (await readState(page)).x).toBeGreaterThan(x + 1);
  await page.keyboard.up('KeyD');
  await page.keyboard.press('Escape');
  const { tick: third, x: farther } = await readState(page);
  await selectAndResume(page, 'value=concurrent');
  await expect.poll(async () => (await readState(page)).tick).toBeGreaterThan(third + 30);
  expect(Math.abs((await readState(page)).x - farther)).toBeLessThan(1);
  expect(unexpected(errors)).toEqual([]);
});

/**
 * All errors except those about killed threads, and about the service worker, which the page
 * requests but the test build does not contain.
 */
function unexpected(errors: readonly string[]): readonly string[] {
  return errors.filter(
    (error) => !/was terminated|\(404\) was received when fetching the script/.test(error),
  );
}

async function open(page: Page, query: string): Promise<void> {
  await page.goto(`/demos/tandem/?version=concurrent&${query}`);
  await expect(page.locator('#bar')).toBeVisible();
  await expect.poll(async () => (await readState(page)).tick).toBeGreaterThan(10);
}

/** Selects a setting during a pause and resumes the game. `field`: an attribute of its input. */
async function selectAndResume(page: Page, field: string): Promise<void> {
  await page.locator('#paused [data-open=settings]').click();
  await page.locator(`#settings-form [${field}]`).check();
  await page.locator('#settings [data-back]').click();
  await page.locator('#resume').click();
}

/** Index of the thread that owns each piece of the map. */
function ownersOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const { regions } = await (globalThis as unknown as Tandem).tandemPool();
    return regions.owners;
  });
}

function readState(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { enemies, players, stage, tick, time } = (globalThis as unknown as Tandem).tandem.play.world;
    const [{ active, x }] = players as readonly [(typeof players)[number]];
    return {
      tick,
      x,
      isUp: active,
      gems: stage.taken.reduce((sum, taken) => sum + taken, 0),
      recentlyUpdated: enemies.filter(({ updatedAt }) => updatedAt > time - 500).length,
    };
  });
}
