import { expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { collectErrors } from '../../../tools/browsers/collect-errors.ts';
import { root } from '../../../tools/repository.mjs';
import type { Actions, State } from './pages/hooks.ts';

/** The globals of the page. */
type Global = typeof globalThis & { state: State; actions: Actions };

test('hooks survive StrictMode, hot reload, hidden activities, and a removal for more than half a second', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page);
  const act = (action: keyof Actions, argument?: 'visible' | 'hidden'): Promise<void> =>
    page.evaluate(([name, mode]) => (globalThis as Global).actions[name](mode!), [action, argument] as const);
  const isDrawing = async (): Promise<boolean> => {
    const before = await page.evaluate(() => (globalThis as Global).state.drawn);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    return (await page.evaluate(() => (globalThis as Global).state.drawn)) > before;
  };
  const disposed = (): Promise<boolean[]> =>
    page.evaluate(() => (globalThis as Global).state.loops.map((loop) => loop.disposed));
  const rows = page.locator('li');

  await act('show', 'visible');
  await expect.poll(isDrawing).toBe(true);
  expect(await disposed()).toEqual([true, false]);
  await expect(rows.first()).toBeVisible();

  // React keeps the state of a hidden activity, and cleans up its effects.
  await act('show', 'hidden');
  await expect.poll(disposed).toEqual([true, true]);
  const computed = (): Promise<number[]> => page.evaluate(() => (globalThis as Global).state.computed);
  const whileHidden = await computed();
  expect(whileHidden.length).toBeLessThan(299);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(await isDrawing()).toBe(false);
  expect(await computed()).toEqual(whileHidden);
  await act('show', 'visible');
  await expect.poll(isDrawing).toBe(true);

  await act('reload');
  await page.getByRole('button', { name: 'second' }).click();
  await expect.poll(isDrawing).toBe(true);
  expect(await page.evaluate(() => (globalThis as Global).state.fired)).toBeGreaterThan(0);

  // The items near the middle came first. No item was computed twice.
  await expect(rows).toHaveCount(299);
  const failures = await page.evaluate(() => (globalThis as Global).state.failures);
  expect(new Set(failures)).toEqual(new Set(['Error: no square']));
  const order = await computed();
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 299 }, (_, i) => i));
  expect(Math.max(...order.slice(0, 100).map((item) => Math.abs(item - 150)))).toBeLessThan(60);
  await expect(rows.nth(7)).toHaveText('7²=49');

  await act('remove');
  expect(await disposed()).not.toContain(false);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(await isDrawing()).toBe(false);
  await act('show', 'visible');
  await expect.poll(isDrawing).toBe(true);
  await expect(rows.first()).toBeVisible();

  const { badFrames, inEffects, loops } = await page.evaluate(() => {
    const { badFrames: bad, inEffects: found, loops: all } = (globalThis as Global).state;
    return { badFrames: bad, inEffects: found.map((loop) => all.indexOf(loop!)), loops: all.length };
  });
  expect(badFrames).toBe(0);
  // Each effect finds the loop that was created before it in the same commit.
  expect(new Set(inEffects).size).toBe(loops);
  expect(inEffects).not.toContain(-1);
  expect(errors).toEqual([]);
});

test('in a hidden page, all results are computed and rendered, and no frame is drawn', async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, { isHidden: true });
  await page.evaluate(() => (globalThis as Global).actions.show('visible'));
  await expect(page.locator('li')).toHaveCount(299);
  expect(await page.evaluate(() => (globalThis as Global).state.drawn)).toBe(0);
  expect(errors).toEqual([]);
});

/** The hooks with React's build for development. */
let script: string;

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [`${root}e2e/tests/browser/engines/pages/hooks.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['@doha/source'],
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  script = outputFiles[0]!.text;
});

async function open(page: Page, { isHidden = false } = {}): Promise<void> {
  await page.setContent('<!doctype html><title>Hooks</title><body></body>');
  if (isHidden) await page.evaluate(hide);
  await page.addScriptTag({ content: script });
}

/**
 * Automated browsers have no hidden pages. Simulates one that has been hidden for a long time: it gets no display frames, and its timers fire once per
 * minute. Runs in the page.
 */
function hide(): void {
  for (const [name, value] of Object.entries({ hidden: true, visibilityState: 'hidden' }))
    Object.defineProperty(document, name, { value });
  globalThis.requestAnimationFrame = () => 0;
  const { setTimeout: unthrottled } = globalThis;
  globalThis.setTimeout = ((callback: () => void, delay = 0) =>
    unthrottled(callback, Math.max(delay, 60_000))) as typeof setTimeout;
}
