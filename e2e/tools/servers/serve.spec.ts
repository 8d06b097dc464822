import { expect, test } from '@playwright/test';
import { readReport } from '../browsers/read-report.ts';
import type { IsolationReport } from './pages/isolation.ts';

const address = '/e2e/tools/servers/pages/isolation.html';

test('a page is cross-origin isolated', async ({ page }) => {
  const report = await readReport<IsolationReport>(page, address);
  expect(report).toEqual({ isolated: true, sharedMemory: true });
});

test('a page is not isolated with isolated=no in its address', async ({ page }) => {
  const report = await readReport<IsolationReport>(page, `${address}?isolated=no`);
  expect(report).toEqual({ isolated: false, sharedMemory: false });
});
