import { expect } from '@playwright/test';
import type { FullLoopReport } from '../../../bench/loop/pages/full-loop.ts';
import { pressKeys } from '../../../bench/loop/press-keys.ts';
import { playwrightBrowsers, browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { DisposalReport } from './pages/check-disposal.ts';
import type { ErrorsReport } from './pages/check-errors.ts';
import type { FullReport } from './pages/check-full.ts';
import type { HidingReport } from './pages/check-hiding.ts';
import type { IdleReport } from './pages/check-idle.ts';
import type { SleepReport } from './pages/check-sleep.ts';
import type { TimersReport } from './pages/check-timers.ts';

/** ms that an entity may be given at once: three steps, whose sum is rounded. */
const longest = 50.001;

for (const { name, test, missing } of playwrightBrowsers) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('a page under a loop that is always full still paints and hears keys', async ({ page }) => {
      // The page leaves its report only once it has painted and heard enough.
      const address = '/e2e/bench/loop/pages/full-loop.html?frames=30&keys=5&settle=0';
      const report = readReport<FullLoopReport>(page, address);
      await pressKeys(page, report);
      expect((await report).tasks).toBeGreaterThan(0);
    });
  });
}

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('a worker under a loop that is always full still paints and hears messages', async ({ visit }) => {
      const report = await visit<FullReport>('/e2e/tests/browser/loop/pages/loop.html?check=full&in=worker');
      expect(report.answers).toBe(20);
      expect(report.frames).toBeGreaterThanOrEqual(5);
      expect(report.tasks).toBeGreaterThan(0);
    });

    test('a page that was hidden for a minute comes back with one step of ordinary length', async ({
      visit,
    }) => {
      const report = await visit<HidingReport>('/e2e/tests/browser/loop/pages/loop.html?check=hiding');
      expect(report.turnsWhileHidden).toBe(0);
      expect(report.stepsOnReturn).toBe(1);
      expect(report.longest).toBeLessThan(longest);
    });

    for (const place of ['window', 'worker']) {
      const address = (check: string): string =>
        `/e2e/tests/browser/loop/pages/loop.html?check=${check}&in=${place}`;

      test(`a ${place} that slept for a minute goes on with one step of ordinary length`, async ({
        visit,
      }) => {
        const report = await visit<SleepReport>(address('sleep'));
        expect(report.steps).toBe(1);
        expect(report.longest).toBeLessThan(longest);
      });

      test(`timers in a ${place} keep their order and are never early`, async ({ visit }) => {
        const report = await visit<TimersReport>(address('timers'));
        expect(report.fired).toBe(report.armed);
        expect(report.early).toBe(0);
        expect(report.outOfOrder).toBe(0);
      });

      test(`a hundred loops in a ${place} that were disposed of leave nothing but one channel`, async ({
        visit,
      }) => {
        const report = await visit<DisposalReport>(address('disposal'));
        expect(report.loops).toBe(100);
        expect(report.before).toBeGreaterThan(0);
        expect(report.after).toBe(0);
        // All loops of a thread share the channel.
        expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 1, listeners: 0 });
      });

      test(`an idle loop in a ${place} makes no turns and asks nothing of the platform`, async ({
        visit,
      }) => {
        const report = await visit<IdleReport>(address('idle'));
        expect(report.turns).toBe(0);
        expect(report.requests).toBe(0);
        expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 1, listeners: 0 });
        // For a timer that is far away it asks once, and then waits.
        expect(report.turnsBefore).toEqual({ ordinary: 0, firm: 0 });
        expect(report.requestsBefore).toEqual({ ordinary: 1, firm: 1 });
      });

      test(`an error of a callback is an error event of its ${place}, and the loop goes on`, async ({
        visit,
      }) => {
        const report = await visit<ErrorsReport>(address('errors'));
        const every = ['after an await', 'onDrop', 'second step', 'task', 'timer'];
        expect(report.uncaught.toSorted()).toEqual(every);
        expect(report.given.toSorted()).toEqual(every);
        expect(report.unhandledRejections).toBe(0);
        expect(report.wentOn).toBe(2);
        expect(report.failed).toBe(2 * every.length);
      });
    }
  });
}
