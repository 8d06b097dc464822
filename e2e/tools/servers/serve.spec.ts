import { expect, test } from '@playwright/test';
import { readReport } from '../browsers/read-report.ts';
import { builtOrigin } from './origins.ts';
import type { IsolationReport } from './pages/isolation.ts';

for (const [name, origin] of [
  ['source', ''],
  ['build', process.env[builtOrigin]],
]) {
  test(`a page from the ${name} is cross-origin isolated`, async ({ page }) => {
    const report = await readReport<IsolationReport>(
      page,
      `${origin}/e2e/tools/servers/pages/isolation.html`,
    );
    expect(report).toEqual({ isolated: true, sharedMemory: true });
  });

  test(`a page from the ${name} is not isolated with isolated=no in its address`, async ({ page }) => {
    const report = await readReport<IsolationReport>(
      page,
      `${origin}/e2e/tools/servers/pages/isolation.html?isolated=no`,
    );
    expect(report).toEqual({ isolated: false, sharedMemory: false });
  });
}
