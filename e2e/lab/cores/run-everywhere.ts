import type { Browser } from '@playwright/test';
import { onOneCore } from '../../tools/browsers/one-core.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { exposeBrowserMetrics } from './expose-browser-metrics.ts';
import { runInNode } from './run-in-node.ts';

/** Where a study can be made. */
export const places = ['Chromium, isolated', 'Chromium, not isolated', 'Node'] as const;
export type Place = (typeof places)[number];

/** Where pages are, and what opens them. */
export interface Stage {
  readonly browser: Browser;
  /** Such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** Whether all threads share one core: `browser` has been started so. */
  readonly isOneCore?: boolean;
}

/** A study and what it takes: `study` is its name. */
export type StudyRequest = Readonly<Record<string, string | number>>;

/** Makes a study at a place: in a page, or a process, of its own. */
export async function runAt<Report>(stage: Stage, place: Place, request: StudyRequest): Promise<Report> {
  const knobs = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]);
  const address = `?${new URLSearchParams(knobs).toString()}`;
  if (place === 'Node') return runInNode<Report>(address, stage.isOneCore === true ? onOneCore : []);
  const page = await stage.browser.newPage();
  try {
    await exposeBrowserMetrics(page);
    const isolated = place === 'Chromium, isolated' ? '' : '&isolated=no';
    return await readReport<Report>(
      page,
      `${stage.origin}/e2e/lab/cores/pages/study.html${address}${isolated}`,
    );
  } finally {
    await page.close();
  }
}

/** Makes a study at all places, one after another. */
export async function runEverywhere<Report>(
  stage: Stage,
  request: StudyRequest,
): Promise<{ readonly place: Place; readonly report: Report }[]> {
  const found: { place: Place; report: Report }[] = [];
  for (const place of places) found.push({ place, report: await runAt<Report>(stage, place, request) });
  return found;
}
