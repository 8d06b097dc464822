import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import { root } from '../../../tools/repository.mjs';

const folder = `${root}demos/tandem-tools/autopilot/recordings/`;
const codes: Readonly<Record<string, readonly string[]>> = {
  l: ['KeyA', 'ArrowLeft'],
  r: ['KeyD', 'ArrowRight'],
  j: ['KeyW', 'ArrowUp'],
  c: ['KeyS', 'ArrowDown'],
};

/** The globals of the game's page that these functions use. */
interface Tandem {
  readonly tandem: {
    readonly play: {
      readonly world: { readonly tick: number; readonly stage: { readonly wonAt: number } };
      readonly run?: { readonly hash: number };
      readonly hash: number;
      readonly isOver: boolean;
    };
  };
  readonly lockStepIdle?: () => Promise<void> | undefined;
}

/**
 * Playwright's simulated clock inside the page. It is used directly, because each call of
 * `page.clock.runFor` costs two round trips and adds an init script. This would take four fifths of
 * the time of a level.
 */
interface SimulatedClock {
  readonly controller: { readonly runFor: (time: number) => Promise<void> };
}

/** The names of all levels that have a recording. */
export function recordedLevels(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.keys'))
    .map((file) => file.slice(0, -'.keys'.length));
}

/** The lines of a level's recording, `<steps> <keys of the first robot> <keys of the second>`, and the hash of the game at their end. */
export function readKeys(id: string): { lines: string[]; hash: number } {
  const lines = readFileSync(`${folder}${id}.keys`, 'utf8').trim().split('\n');
  return { hash: Number(lines.pop()!.split(' ')[1]), lines };
}

/**
 * Opens a level and finishes it by its recording, with real keys and a simulated clock, so that the load of the machine does not matter. Returns
 * the hash in the recording and the hash of the game, which is undefined if the game is not over. `query`: further parameters of the address.
 */
export async function finishLevel(
  page: Page,
  id: string,
  version: VersionName,
  query = '',
): Promise<{ recorded: number; found: number | undefined }> {
  const { hash: recorded, lines } = readKeys(id);
  await page.addInitScript((chosen) => {
    localStorage.setItem('tandem.preferences', JSON.stringify({ version: chosen }));
  }, version);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(`/demos/tandem/?level=${id}${query}`);
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
  const found = await page.evaluate(() => {
    const { hash, isOver, run } = (globalThis as unknown as Tandem).tandem.play;
    return isOver ? (run?.hash ?? hash) : undefined;
  });
  return { recorded, found };
}

/** Runs the game until the level is won. A replay may be playing. */
export async function playUntilWon(page: Page): Promise<void> {
  while (!(await isWon(page))) await page.evaluate(runGame, { time: 1000 });
}

/** Whether the level is won, also in a replay. */
export function isWon(page: Page): Promise<boolean> {
  return page.evaluate(() => (globalThis as unknown as Tandem).tandem.play.world.stage.wonAt >= 0);
}

function codesOf(keys: string, robot: number): string[] {
  return Array.from(keys).flatMap((key) => codes[key]?.[robot] ?? []);
}

/** Releases keys of `before` and presses keys of `now`, except for the keys in both. Returns `now`. */
async function hold(
  page: Page,
  before: readonly string[],
  now: readonly string[],
): Promise<readonly string[]> {
  for (const code of before) if (!now.includes(code)) await page.keyboard.up(code);
  for (const code of now) if (!before.includes(code)) await page.keyboard.down(code);
  return now;
}

/** Runs the game up to a step or to its end. */
async function playUntil(page: Page, step: number): Promise<void> {
  const { isOver, tick } = await page.evaluate(runGame, { step });
  if (!isOver) expect(tick).toBe(step);
}

/** The limit of a run: a step, or a number of ms. A run also stops at the end of the game. */
interface Goal {
  readonly step?: number;
  readonly time?: number;
}

/**
 * Runs in the page: advances the simulated clock in small steps. Returns the last step of the game,
 * and whether the game is over. The simulated clock controls only timers. The tasks of the loop run
 * in messages, so after each advance the function waits for them. Otherwise the next step would
 * begin before these tasks.
 */
async function runGame({
  step = Infinity,
  time = Infinity,
}: Goal): Promise<{ tick: number; isOver: boolean }> {
  const global = globalThis as unknown as Tandem;
  const { controller } = Reflect.get(globalThis, '__pwClock') as SimulatedClock;
  await doAllTasks();
  for (let past = 0; past < time;) {
    const { isOver, world } = global.tandem.play;
    if (isOver || world.tick >= step) break;
    const advance = step - world.tick > 2 ? 16 : 4;
    await controller.runFor(advance);
    await doAllTasks();
    past += advance;
  }
  const { isOver, world } = global.tandem.play;
  return { tick: world.tick, isOver };

  async function doAllTasks(): Promise<void> {
    for (let hop = 0; hop < 4; hop++) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
      port1.close();
    }
    await global.lockStepIdle?.();
  }
}
