import { expect } from '@playwright/test';
import { browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import type { SessionReport } from '../../../../demos/tandem-tools/session/session-report.ts';
import type { ReplayReport } from './pages/replay.ts';

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    for (const [where, workers] of [
      ['in one thread', 0],
      ['with two workers', 2],
    ] as const) {
      test(`a session of a page ${where} replays to the same state`, async ({ visit }) => {
        const report = await visit<ReplayReport>(
          `/e2e/tests/browser/monitor/pages/replay.html?workers=${workers}`,
        );
        expect(report.divergence).toBe('');
        expect(report.isComplete).toBe(true);
        expect(report.answers).toBeGreaterThan(10);
        expect(report.entries).toBeGreaterThan(90);
        expect(report.replayedHash).toBe(report.recordedHash);
      });
    }

    test('a session of Tandem in a page replays to the same world, with the same tape', async ({ visit }) => {
      const report = await visit<SessionReport>(
        '/demos/tandem-tools/session/session.html?seconds=3&enemies=200',
      );
      expect(report.divergence).toBe('');
      expect(report.steps).toBeGreaterThan(30);
      expect(report.replayedHash).toBe(report.recordedHash);
      expect(report.isSameTape).toBe(true);
    });
  });
}
