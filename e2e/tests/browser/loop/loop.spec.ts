import { expect } from '@playwright/test';
import type { FullPageReport } from '../../../bench/loop/pages/full-loop.ts';
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

/** Greatest elapsed time of an update in ms: less than a minute, and more than the pauses of a busy machine. */
const longest = 1000;

for (const { name, test, missing } of playwrightBrowsers) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('a page whose loop always has tasks still paints and handles keys', async ({ page }) => {
      // The page leaves its report after a minimum number of frames and key presses.
      const address = '/e2e/bench/loop/pages/full-loop.html?frames=30&keys=5&settle=0';
      const report = readReport<FullPageReport>(page, address);
      await pressKeys(page, report);
      expect((await report).tasks).toBeGreaterThan(0);
    });
  });
}

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('a worker whose loop always has tasks still gets frames and messages', async ({ visit }) => {
      const report = await visit<FullReport>('/e2e/tests/browser/loop/pages/loop.html?check=full&in=worker');
      expect(report.answers).toBe(20);
      expect(report.frames).toBeGreaterThanOrEqual(5);
      expect(report.tasks).toBeGreaterThan(0);
    });

    test('a page that was hidden for a minute makes one step on its return, and no update receives this minute', async ({
      visit,
    }) => {
      const report = await visit<HidingReport>('/e2e/tests/browser/loop/pages/loop.html?check=hiding');
      expect(report.turnsWhileHidden).toBe(0);
      expect(report.stepsOnReturn).toBe(1);
      expect(report.longest).toBeLessThan(longest);
    });

    for (const context of ['window', 'worker']) {
      const address = (check: string): string =>
        `/e2e/tests/browser/loop/pages/loop.html?check=${check}&in=${context}`;

      test(`a ${context} that slept for a minute makes one step when it wakes, and no update receives this minute`, async ({
        visit,
      }) => {
        const report = await visit<SleepReport>(address('sleep'));
        expect(report.steps).toBe(1);
        expect(report.longest).toBeLessThan(longest);
      });

      test(`timers in a ${context} keep their order and are never early`, async ({ visit }) => {
        const report = await visit<TimersReport>(address('timers'));
        expect(report.fired).toBe(report.submitted);
        expect(report.early).toBe(0);
        expect(report.outOfOrder).toBe(0);
      });

      test(`a hundred disposed loops in a ${context} call nothing, and leave only one channel`, async ({
        visit,
      }) => {
        const report = await visit<DisposalReport>(address('disposal'));
        expect(report.loops).toBe(100);
        expect(report.before).toBeGreaterThan(0);
        expect(report.after).toBe(0);
        // All loops of a thread share the channel.
        expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 1, listeners: 0 });
      });

      test(`an idle loop in a ${context} makes no turns and no requests to the platform`, async ({
        visit,
      }) => {
        const report = await visit<IdleReport>(address('idle'));
        expect(report.turns).toBe(0);
        expect(report.requests).toBe(0);
        expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 1, listeners: 0 });
        // A distant timer costs one request to the platform.
        expect(report.turnsBefore).toEqual({ ordinary: 0, firm: 0 });
        expect(report.requestsBefore).toEqual({ ordinary: 1, firm: 1 });
      });

      test(`an error of a callback is an error event of its ${context}, and the loop continues`, async ({
        visit,
      }) => {
        const report = await visit<ErrorsReport>(address('errors'));
        const every = ['after an await', 'onDrop', 'second step', 'task', 'timer'];
        expect(report.uncaught.toSorted()).toEqual(every);
        expect(report.given.toSorted()).toEqual(every);
        expect(report.unhandledRejections).toBe(0);
        expect(report.continued).toBe(2);
        expect(report.failed).toBe(2 * every.length);
      });
    }
  });
}
