import { expect } from '@playwright/test';
import { browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import type { FileReport } from './pages/file.ts';

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`a recorder is streamed to files in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('each number is restored exactly, and a file that was cut off is read', async ({ visit }) => {
      const report = await visit<FileReport>('/e2e/tests/browser/monitor/pages/file.html');
      expect(report.recorded).toBeGreaterThanOrEqual(10_000);
      expect(Object.keys(report.equal)).toEqual(expect.arrayContaining(['memory', 'compressed']));
      for (const equal of Object.values(report.equal)) expect(equal).toBe(report.recorded);
      expect(Object.values(report.complete)).not.toContain(false);
      expect(report.readCut).toEqual([true, true]);
    });
  });
}
