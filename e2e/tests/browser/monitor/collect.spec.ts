import { expect } from '@playwright/test';
import { browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import type { CollectReport } from './pages/collect.ts';

const page = '/e2e/tests/browser/monitor/pages/collect.html';

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`the records of workers and of another page have one clock in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    for (const [kind, address] of [
      ['isolated', page],
      ['not isolated', `${page}?isolated=no`],
    ] as const) {
      test(kind, async ({ visit }) => {
        const report = await visit<CollectReport>(address);
        expect(report.isolated).toBe(kind === 'isolated');
        expect([report.tasks, report.linked]).toEqual([40, 40]);
        expect(report.worstOrder).toBeLessThanOrEqual(report.clockError);
        expect(report.threads).toEqual(
          expect.arrayContaining(['main', 'other page', 'worker 0', 'worker 1']),
        );
        expect(report.beforeEnd).toEqual(expect.arrayContaining(['spin', 'turn']));
        expect(report.traceBytes).toBeGreaterThan(1000);
        expect(report.ofOtherPage).toBe(1);
      });
    }
  });
}
