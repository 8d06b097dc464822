import { expect, type Page, test } from '@playwright/test';
import type { Report, Run } from '../../../demos/factorial/report.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { readReport } from '../../tools/browsers/read-report.ts';

const folder = '/demos/factorial/';
/** 10!, which is less than the prime modulus. */
const known = 3_628_800;
/** A number whose factorial takes seconds even on a fast machine, so a test can stop the run. */
const long = 20_000_000;

// On a busy machine a worker may exceed its start timeout. The page then computes by itself.
test.describe.configure({ retries: 2 });

test('one worker, two workers, the page with DOHA and the page alone have the same result', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const { runs } = await readReport<Report>(page, `${folder}?n=200000&workers=0,1,2&rounds=2`);
  expect(runs.map(({ workers }) => workers)).toEqual(['alone', 0, 1, 2, 'alone', 0, 1, 2]);
  expect(new Set(runs.map(({ answer }) => answer)).size).toBe(1);
  expect(runs.map(({ backend }) => backend).slice(1, 4)).toEqual(['thread', 'worker', 'worker']);
  await expect(page.locator('#status')).toContainText('All runs have the same result');
  // The points are relative to one worker.
  await expect(page.locator('#chart circle')).toHaveCount(3);
  await expect(page.locator('#chart .range')).toHaveCount(3);
  await expect(page.locator('#chart .value').nth(1)).toHaveText('1.00 ×');
  await expect(page.locator('#rows tr')).toHaveCount(4);
  expect(errors).toEqual([]);
});

test('the result is the factorial', async ({ page }) => {
  const { runs } = await readReport<Report>(page, `${folder}?n=10&workers=1,2&rounds=1`);
  expect(runs.map(({ answer }) => answer)).toEqual(Array<string>(3).fill(String(known)));
});

test('if workers are forbidden, the page runs the tasks itself', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Worker = function forbidden(): never {
      throw new DOMException('forbidden here', 'SecurityError');
    } as unknown as typeof Worker;
  });
  const { runs } = await readReport<Report>(page, `${folder}?n=200000&workers=2&rounds=1`);
  expect(runs.map(({ backend }) => backend)).toEqual([undefined, 'thread']);
  expect(new Set(runs.map(({ answer }) => answer)).size).toBe(1);
  await expect(page.locator('#status')).toContainText('in the page itself');
});

test('killing workers while they compute does not change the result', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(folder);
  await page.locator('#n').fill('1');
  await page.locator('#workers').fill('2');
  await page.locator('#run').click();
  // A key that is held down kills one worker after another. It is released after 50 kills, because
  // otherwise on a slow machine no worker would live long enough to compute a part.
  await page.locator('#kill').focus();
  const said = new Set<string | null>();
  for (let i = 0; i < 50 && (await page.locator('#run').textContent()) === 'Stop'; i++) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(30);
    said.add(await page.locator('#killed').textContent());
  }
  await page.keyboard.up('Enter');
  await expect(page.locator('#run')).toHaveText('Measure');
  const runs = await page.evaluate<readonly Run[]>(() => (globalThis as { report?: Report }).report!.runs);
  expect(runs.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0);
  expect(new Set(runs.map(({ answer }) => answer)).size).toBe(1);
  expect([...said].join('\n')).toMatch(/^Killed a worker. It had \d+ tasks?, which other workers repeat.$/m);
  await expect(page.locator('#rows th', { hasText: 'killed' })).not.toHaveCount(0);
  expect(errors).toEqual([]);
});

for (const [who, label] of [
  ['the page alone', 'The page alone …'],
  ['workers', 'Workers: 2 …'],
] as const) {
  test(`a run of ${who} can be stopped and started again`, async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto(`${folder}?n=${long}&workers=2&rounds=1`);
    await page.locator('#run').focus();
    await untilStatus(page, label);
    await page.keyboard.press('Enter');
    await expect(page.locator('#status')).toHaveText('Stopped.');
    await expect(page.locator('#run')).toHaveText('Measure');
    await expect(page.locator('.worker')).toHaveCount(0);
    expect(await page.evaluate(() => 'report' in globalThis)).toBe(false);
    await page.locator('#run').press('Enter');
    await untilStatus(page, label);
    expect(errors).toEqual([]);
  });
}

test('an invalid address is reported in the page', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(`${folder}?workers=many`);
  await expect(page.locator('#status')).toContainText('?workers= must be a whole number');
  expect(errors).toHaveLength(1);
});

test('the page fits the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await readReport<Report>(page, `${folder}?n=1000&workers=1,2&rounds=2`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** Waits for a status that ends with a text, and may change soon. */
async function untilStatus(page: Page, status: string): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('#status')!.textContent.endsWith(text), status);
}
