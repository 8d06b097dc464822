import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';

// Levels are finished by real keys, in the time of a simulated clock, in which a busy machine is as fast as an idle one.
// `LEVELS=all` plays all of them; the gate plays three.
const folder = fileURLToPath(new URL('../demos/tandem/levels/', import.meta.url));
// Small pictures are soon drawn.
test.use({ viewport: { width: 320, height: 180 } });

const inGate = ['01-side-by-side', '03-give-me-a-lift', '05-old-friends'];
const codes: Readonly<Record<string, readonly string[]>> = {
  l: ['KeyA', 'ArrowLeft'],
  r: ['KeyD', 'ArrowRight'],
  j: ['KeyW', 'ArrowUp'],
  c: ['KeyS', 'ArrowDown'],
};

for (const id of process.env['LEVELS'] === 'all' ? recorded() : inGate) {
  for (const version of ['monolithic', 'adaptive']) {
    test(`${id} is finished by its keys in the ${version} version, to the same end`, async ({ page }) => {
      test.setTimeout(120_000);
      const lines = readFileSync(`${folder}${id}.keys`, 'utf8').trim().split('\n');
      const hash = Number(lines.pop()!.split(' ')[1]);
      await page.addInitScript((chosen) => {
        localStorage.setItem('tandem.preferences', JSON.stringify({ version: chosen }));
      }, version);
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1000);
      await page.goto(`/demos/tandem/?level=${id}`);
      await expect(page.locator('#bar')).toBeVisible();
      let step = 0;
      let down: readonly string[] = [];
      for (const line of lines) {
        const [steps, first, second] = line.split(' ');
        down = await hold(page, down, [...codesOf(first!, 0), ...codesOf(second!, 1)]);
        step += Number(steps);
        await playUntil(page, step);
      }
      await hold(page, down, []);
      await playUntil(page, step + 90);
      expect(await page.evaluate(() => (globalThis as unknown as Tandem).tandem.play.run?.hash)).toBe(hash);
    });
  }
}

function recorded(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.keys'))
    .map((file) => file.slice(0, -'.keys'.length));
}

interface Tandem {
  readonly tandem: {
    readonly play: { readonly world: { readonly tick: number }; readonly run?: { readonly hash: number } };
  };
}

function codesOf(keys: string, robot: number): string[] {
  return Array.from(keys).flatMap((key) => codes[key]?.[robot] ?? []);
}

/** Lets go of some keys and presses others. */
async function hold(
  page: Page,
  before: readonly string[],
  now: readonly string[],
): Promise<readonly string[]> {
  for (const code of before) if (!now.includes(code)) await page.keyboard.up(code);
  for (const code of now) if (!before.includes(code)) await page.keyboard.down(code);
  return now;
}

/** Lets the game make its steps up to one, and no further; or up to its end. */
async function playUntil(page: Page, step: number): Promise<void> {
  for (;;) {
    const { tick, isOver } = await page.evaluate(() => {
      const { run, world } = (globalThis as unknown as Tandem).tandem.play;
      return { tick: world.tick, isOver: run !== undefined };
    });
    if (tick >= step || isOver) {
      if (!isOver) expect(tick).toBe(step);
      return;
    }
    await page.clock.runFor(step - tick > 2 ? Math.floor((step - tick - 1) * (1000 / 60)) : 4);
  }
}
