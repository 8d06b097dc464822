import { expect } from '@playwright/test';
import { browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import type { SectionsReport } from './pages/sections.ts';

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`long sections are found in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('a long task of a loop once, and a long script outside of the loop where the browser tells', async ({
      visit,
    }) => {
      const report = await visit<SectionsReport>('/e2e/tests/browser/monitor/pages/sections.html');
      expect(report.ofLoop).toHaveLength(1);
      const [section] = report.ofLoop;
      expect(section).toMatchObject({ thread: 'main', turn: 'turn' });
      expect(section!.callbacks[0]).toMatchObject({ kind: 'task', name: 'find path' });
      expect(report.hasEntries).toBe(name === 'Chromium');
      if (!report.hasEntries) return;
      expect(section!.layout).toBeGreaterThanOrEqual(0);
      expect(section!.scripts[0]).toMatchObject({ url: expect.stringContaining('event-loop') });
      expect(report.otherScripts).toContainEqual(
        expect.objectContaining({
          invoker: 'TimerHandler:setTimeout',
          url: expect.stringContaining('sections'),
        }),
      );
    });
  });
}
