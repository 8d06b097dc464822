import { expect, test } from '@playwright/test';
import { pressKeys } from './bench/press-keys.ts';
import type { FullLoopReport } from './pages/full-loop.ts';
import type { DisposalReport } from './pages/loop/check-disposal.ts';
import type { ErrorsReport } from './pages/loop/check-errors.ts';
import type { FullReport } from './pages/loop/check-full.ts';
import type { HidingReport } from './pages/loop/check-hiding.ts';
import type { IdleReport } from './pages/loop/check-idle.ts';
import type { SleepReport } from './pages/loop/check-sleep.ts';
import type { TimersReport } from './pages/loop/check-timers.ts';
import { readReport } from './report.ts';

test('a page under a loop that is always full still paints and hears keys', async ({ page }) => {
  // The page leaves its report only once it has painted and heard enough.
  const address = '/e2e/pages/full-loop.html?frames=30&keys=5&settle=0';
  const report = readReport<FullLoopReport>(page, address);
  await pressKeys(page, report);
  expect((await report).tasks).toBeGreaterThan(0);
});

test('a worker under a loop that is always full still paints and hears messages', async ({ page }) => {
  const report = await readReport<FullReport>(page, '/e2e/pages/loop.html?check=full&in=worker');
  expect(report.answers).toBe(20);
  expect(report.frames).toBeGreaterThanOrEqual(5);
  expect(report.tasks).toBeGreaterThan(0);
});

test('a page that was hidden for a minute comes back with one step of ordinary length', async ({ page }) => {
  const report = await readReport<HidingReport>(page, '/e2e/pages/loop.html?check=hiding');
  expect(report.turnsWhileHidden).toBe(0);
  expect(report.stepsOnReturn).toBe(1);
  expect(report.longest).toBeLessThanOrEqual(50);
});

for (const place of ['window', 'worker']) {
  const address = (check: string): string => `/e2e/pages/loop.html?check=${check}&in=${place}`;

  test(`a ${place} that slept for a minute goes on with one step of ordinary length`, async ({ page }) => {
    const report = await readReport<SleepReport>(page, address('sleep'));
    expect(report.steps).toBe(1);
    expect(report.longest).toBeLessThanOrEqual(50);
  });

  test(`timers in a ${place} keep their order and are never early`, async ({ page }) => {
    const report = await readReport<TimersReport>(page, address('timers'));
    expect(report.fired).toBe(report.armed);
    expect(report.early).toBe(0);
    expect(report.outOfOrder).toBe(0);
  });

  test(`a hundred loops in a ${place} that were disposed of leave nothing pending`, async ({ page }) => {
    const report = await readReport<DisposalReport>(page, address('disposal'));
    expect(report.loops).toBe(100);
    expect(report.before).toBeGreaterThan(0);
    expect(report.after).toBe(0);
    expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 0, listeners: 0 });
  });

  test(`an idle loop in a ${place} makes no turns and asks nothing of the platform`, async ({ page }) => {
    const report = await readReport<IdleReport>(page, address('idle'));
    expect(report.turns).toBe(0);
    expect(report.requests).toBe(0);
    expect(report.open).toEqual({ timeouts: 0, frames: 0, channels: 1, listeners: 0 });
    // For a timer that is far away it asks once, and then waits.
    expect(report.turnsBefore).toEqual({ ordinary: 0, firm: 0 });
    expect(report.requestsBefore).toEqual({ ordinary: 1, firm: 1 });
  });

  test(`an error of a callback is an error event of its ${place}, and the loop goes on`, async ({ page }) => {
    const report = await readReport<ErrorsReport>(page, address('errors'));
    const every = ['after an await', 'onDrop', 'second step', 'task', 'timer'];
    expect(report.uncaught.toSorted()).toEqual(every);
    expect(report.given.toSorted()).toEqual(every);
    expect(report.unhandledRejections).toBe(0);
    expect(report.wentOn).toBe(2);
    expect(report.failed).toBe(2 * every.length);
  });
}
