import type { Browser } from '@playwright/test';
import { onOneCore } from '../../tools/browsers/one-core.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { exposeBrowserMetrics } from './expose-browser-metrics.ts';
import { runInNode } from './run-in-node.ts';

/** The environments in which a study can run. */
export const environments = ['Chromium, isolated', 'Chromium, not isolated', 'Node'] as const;
export type Environment = (typeof environments)[number];

/** The browser that opens pages, and the server of the pages. */
export interface Stage {
  readonly browser: Browser;
  /** Origin of the server, such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** Whether `browser` was started on one core, which all threads share. */
  readonly isOneCore?: boolean;
}

/** The query parameters of a study. `study` is its name. */
export type StudyRequest = Readonly<Record<string, string | number>>;

/** Runs a study in an environment, in a new page or a new process. */
export async function runAt<Report>(
  stage: Stage,
  environment: Environment,
  request: StudyRequest,
): Promise<Report> {
  const parameters = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]);
  const query = `?${new URLSearchParams(parameters).toString()}`;
  if (environment === 'Node') return runInNode<Report>(query, stage.isOneCore === true ? onOneCore : []);
  const page = await stage.browser.newPage();
  try {
    await exposeBrowserMetrics(page);
    const isolated = environment === 'Chromium, isolated' ? '' : '&isolated=no';
    return await readReport<Report>(
      page,
      `${stage.origin}/e2e/lab/cores/pages/study.html${query}${isolated}`,
    );
  } finally {
    await page.close();
  }
}

/** Runs a study in all environments, one after another. */
export async function runEverywhere<Report>(
  stage: Stage,
  request: StudyRequest,
): Promise<{ readonly environment: Environment; readonly report: Report }[]> {
  const found: { environment: Environment; report: Report }[] = [];
  for (const environment of environments)
    found.push({ environment, report: await runAt<Report>(stage, environment, request) });
  return found;
}
