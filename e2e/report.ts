import type { Page } from '@playwright/test';

/**
 * The report that a page leaves in `globalThis.report` when it has finished.
 *
 * @throws Error where the page cannot be had or throws, or leaves no report before the time limit of the test.
 */
export async function readReport<Report>(page: Page, url: string): Promise<Report> {
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  const finished = page
    .goto(url)
    .then(async (response) => {
      if (response?.ok() === false) throw new Error(`Read the report of ${url}: ${await response.text()}`);
      return page.waitForFunction(() => (globalThis as { report?: unknown }).report, null, { timeout: 0 });
    })
    .then((report) => report.jsonValue() as Promise<Report>);
  return Promise.race([failed, finished]);
}
