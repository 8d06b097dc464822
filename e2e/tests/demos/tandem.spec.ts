import { expect, type Page, test } from '@playwright/test';
import type { Report } from '../../../demos/tandem-tools/tunnel/report.ts';
import { runs } from '../../../packages/runs.test.setup.ts';
import { doubles, integers } from '../../lab/game/figures/decode.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { readReport } from '../../tools/browsers/read-report.ts';

// By default one worker of the test runner would run all tests of this file, one after another.
test.describe.configure({ mode: 'parallel' });
// Small frames are drawn faster.
test.use({ viewport: { width: 640, height: 360 } });

const seconds = runs({ gate: 1.5, long: 3 });
const page = `/demos/tandem-tools/tunnel/?scenario=tunnel&n=300&seconds=${seconds}&margin=0.25`;

for (const [version, draw] of [
  ['monolithic', 'canvas'],
  ['sliced', 'canvas'],
  ['adaptive', 'canvas'],
  ['adaptive', 'none'],
]) {
  test(`the tunnel in its ${version} version, drawn with ${draw}, leaves a report`, async ({ page: tab }) => {
    const errors = collectErrors(tab);
    const { recording, settings, enemies } = await readReport<Report>(
      tab,
      `${page}&version=${version}&draw=${draw}`,
    );
    expect(errors).toEqual([]);
    expect(settings.version).toBe(version);
    expect(enemies).toBe(300);
    expect(recording).toBeDefined();
    const { entities, frames, tasks } = recording!;
    expect(doubles(recording!.steps).length).toBeGreaterThan(0);
    expect(doubles(recording!.windows[0]!).length).toBeGreaterThan(0);
    expect(doubles(frames.shown).length).toBeGreaterThan(0);
    expect(doubles(frames.end).length).toBe(doubles(frames.start).length);
    expect(doubles(recording!.snapshots.times).length).toBeGreaterThan(0);
    expect(tasks.submitted).toBe(300 * doubles(recording!.windows[0]!).length);
    expect(tasks.updated + tasks.cancelled).toBe(tasks.submitted);
    const updates = integers(entities.updates);
    expect(updates).toHaveLength(302);
    expect(Math.max(...updates)).toBeGreaterThan(0); // on a busy machine not every entity is updated
    expect(recording!.busy).toBeGreaterThan(0);
  });
}

test('the page works without isolation', async ({ page: tab }) => {
  const errors = collectErrors(tab);
  await tab.goto('/demos/tandem-tools/tunnel/?n=200&isolated=no');
  await tab.keyboard.press('h');
  // The browser may stall for seconds while it starts its graphics.
  await expect(tab.locator('#hud dd').first()).toHaveText(/[1-9]\d* Hz/);
  expect(await tab.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(errors).toEqual([]);
});

test('key presses are recorded with their timestamp and the time of their handling', async ({
  page: tab,
}) => {
  const report = readReport<Report>(tab, page);
  const pressing = setInterval(() => void tab.keyboard.press('ArrowUp').catch(() => {}), 100);
  const { inputs } = (await report).recording!;
  clearInterval(pressing);
  const stamped = doubles(inputs.stamped);
  const handled = doubles(inputs.handled);
  expect(stamped.length).toBeGreaterThan(0);
  expect(handled.length).toBe(stamped.length);
  expect(handled.every((time, i) => time >= stamped[i]!)).toBe(true);
});

test('the calibrated loads increase from easy to hard', async ({ page: tab }) => {
  const { calibration } = await readReport<Report>(tab, '/demos/tandem-tools/tunnel/?calibrate=1');
  expect(calibration!.easy).toBeGreaterThan(0);
  expect(calibration!.medium).toBeGreaterThan(calibration!.easy);
  expect(calibration!.hard).toBeGreaterThan(calibration!.medium);
  expect(calibration!.update).toBeGreaterThan(0);
});

test('keys change the version of a running world, show the figures and pause', async ({ page: tab }) => {
  const errors = collectErrors(tab);
  await tab.goto('/demos/tandem-tools/tunnel/?n=200&version=monolithic');
  await expect(tab.locator('#monolithic')).toBeChecked();
  for (const [key, version] of [
    ['2', 'sliced'],
    ['3', 'adaptive'],
    ['1', 'monolithic'],
  ] as const) {
    await tab.keyboard.press(key);
    await expect(tab.locator(`#${version}`)).toBeChecked();
  }
  await tab.keyboard.press('h');
  await expect(tab.locator('#hud')).toBeVisible();
  await expect(tab.locator('#hud dd').first()).toHaveText(/\d Hz/);
  await tab.keyboard.press('p');
  await expect(tab.locator('#pause')).toHaveAttribute('aria-pressed', 'true');
  await expect(tab.locator('#hud dd').first()).toHaveText('0 Hz');
  await tab.keyboard.press('p');
  await expect(tab.locator('#hud dd').first()).not.toHaveText('0 Hz');
  expect(errors).toEqual([]);
});

test('the slider and its marks change the load', async ({ page: tab }) => {
  await tab.goto('/demos/tandem-tools/tunnel/?n=180&load=medium');
  await expect(tab.locator('#load-text')).toHaveText('180 enemies · 90 %');
  await tab.locator('#hard').click();
  await expect(tab.locator('#load-text')).toHaveText('600 enemies · 300 %');
  await tab.locator('#load').press('ArrowLeft');
  await expect(tab.locator('#load-text')).not.toHaveText('600 enemies · 300 %');
});

test('the page continues after it was hidden and after it was resized', async ({ page: tab }) => {
  const errors = collectErrors(tab);
  await tab.goto('/demos/tandem-tools/tunnel/?n=200');
  await tab.keyboard.press('h');
  await expect(tab.locator('#hud dd').first()).toHaveText(/[1-9]\d* Hz/);
  await setVisibility(tab, 'hidden');
  await expect(tab.locator('#hud dd').first()).toHaveText('0 Hz');
  await setVisibility(tab, 'visible');
  await expect(tab.locator('#hud dd').first()).toHaveText(/[1-9]\d* Hz/);
  await tab.setViewportSize({ width: 390, height: 700 });
  await expect
    .poll(() =>
      tab.locator('#stage').evaluate((stage: HTMLCanvasElement) => stage.width === stage.clientWidth),
    )
    .toBe(true);
  expect(errors).toEqual([]);
});

test('an invalid address is reported in the page', async ({ page: tab }) => {
  await tab.goto('/demos/tandem-tools/tunnel/?version=fast');
  await expect(tab.locator('#notice')).toContainText('?version= must be one of monolithic, sliced, adaptive');
});

async function setVisibility(tab: Page, state: DocumentVisibilityState): Promise<void> {
  await tab.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
