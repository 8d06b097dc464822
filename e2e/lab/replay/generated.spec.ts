import { expect, test } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import type { GeneratedReport } from './pages/generated.ts';

test('the measurement of generated benchmarks returns a load, its figures, and a control', async ({
  page,
}) => {
  const address = '/e2e/lab/replay/pages/generated.html?seconds=0.6';
  const { control, figures, load } = await readReport<GeneratedReport>(page, address);
  const kinds = ['task', 'timer', 'window'];
  expect([...new Set(load.works.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  expect([...new Set(control!.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  expect(figures).toHaveLength(load.works.length);
  for (const { rate } of figures) expect(rate).toBeGreaterThan(0);
});
