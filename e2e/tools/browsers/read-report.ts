import type { Page } from '@playwright/test';

/**
 * The report that a page stores in `globalThis.report` when it has finished. It is read without
 * polling, because polling would disturb measurements in the page.
 *
 * @throws Error if the page cannot be loaded, throws an error, or leaves no report within the time
 * limit of the test.
 */
export async function readReport<Report>(page: Page, url: string): Promise<Report> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => {
      if (!isHarmless(error)) reject(error);
    };
  });
  page.on('pageerror', fail);
  try {
    return await Promise.race([failed, visit<Report>(page, url)]);
  } finally {
    page.off('pageerror', fail);
  }
}

/**
 * Firefox also reports failed WebSockets, and content that a Content Security Policy blocks, as
 * page errors, even if the page handles them.
 */
function isHarmless({ message, name }: Error): boolean {
  return name === 'Content-Security-Policy' || (name === '' && /\bwss?:\/\//.test(message));
}

async function visit<Report>(page: Page, url: string): Promise<Report> {
  const response = await page.goto(url);
  if (response?.ok() === false) throw new Error(`Read the report of ${url}: ${await response.text()}`);
  return page.evaluate(waitForReport) as Promise<Report>;
}

/** Runs in the page, so it must not use variables of this module. */
export function waitForReport(): Promise<unknown> {
  const global = globalThis as { report?: unknown };
  return new Promise((resolve) => {
    if (global.report !== undefined) return resolve(global.report);
    Object.defineProperty(global, 'report', {
      configurable: true,
      set(report: unknown) {
        Object.defineProperty(global, 'report', { value: report, configurable: true, writable: true });
        resolve(report);
      },
    });
  });
}
