import { expect, test } from '@playwright/test';
import type { LeftReport } from '../../../demos/overload/results/left-report.ts';
import { overloadRows } from '../../lab/overload/overload-findings.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { readReport } from '../../tools/browsers/read-report.ts';

const query = '?start=yes&seconds=0.15&rounds=1&scenes=field,filter&contestants=react,post-task,doha';

test('the overload benchmark scores each scheduler, and a link shows the results as a table', async ({
  context,
  page,
}) => {
  const errors = collectErrors(page);
  const report = await readReport<LeftReport>(page, `/demos/overload/${query}`);
  expect(report.calibrations.map(({ scene }) => scene)).toEqual(['field', 'filter']);
  const played = report.samples.map(({ contestant, scene }) => `${scene} ${contestant}`).toSorted();
  const inScene = (scene: string): string[] => ['doha', 'post-task', 'react'].map((id) => `${scene} ${id}`);
  expect(played).toEqual([...inScene('field'), ...inScene('filter')]);
  for (const { frames, lived, updateRate } of report.samples) {
    expect(frames).toBeGreaterThan(0);
    expect(updateRate).toBeGreaterThan(0);
    expect(lived).toBeGreaterThan(0);
    expect(lived).toBeLessThanOrEqual(1);
  }
  expect(overloadRows(report).map(({ scheduler }) => scheduler)).toContain('React’s scheduler');
  const tables = page.locator('#tables');
  await expect(tables.locator('table')).toHaveCount(3);
  await expect(tables.locator('tbody').first().locator('tr')).toHaveCount(3);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#copy').click();
  await expect(page).toHaveURL(/#results=/);
  const shown = await tables.textContent();
  const link = page.url();
  expect(link).not.toContain('start');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('#results-title')).toHaveText('Results from a link');
  expect(await tables.textContent()).toBe(shown);
  await expect(page.locator('#save')).toBeHidden();
  await page.goto(link.slice(0, -20));
  await expect(page.locator('#status')).toContainText('The link is damaged');
  expect(errors).toEqual([]);
});
