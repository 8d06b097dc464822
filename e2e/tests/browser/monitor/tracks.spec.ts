import { expect, test } from '@playwright/test';
import { readReport } from '../../../tools/browsers/read-report.ts';

interface TimeStampEvent {
  readonly name: string;
  readonly args?: {
    readonly data?: { readonly name?: string; readonly message?: string; readonly track?: string };
  };
}

test('events are drawn on tracks of DevTools, and leave no entries in the page', async ({
  browser,
  page,
}) => {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const report = await readReport<{ entries: number }>(page, '/e2e/tests/browser/monitor/pages/tracks.html');
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TimeStampEvent[] };
  const stamps = trace.traceEvents.filter(({ name }) => name === 'TimeStamp').map(({ args }) => args?.data);
  expect(stamps).toContainEqual(
    expect.objectContaining({ name: 'move enemies', track: 'main', trackGroup: 'game', color: 'primary' }),
  );
  expect(report.entries).toBe(0);
});
