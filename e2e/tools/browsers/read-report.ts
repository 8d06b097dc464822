import type { Page } from '@playwright/test';

/**
 * The report that a page leaves in `globalThis.report` when it has finished. The page is not disturbed meanwhile: nothing in it polls.
 *
 * @throws Error where the page cannot be had or throws, or leaves no report before the time limit of the test.
 */
export async function readReport<Report>(page: Page, url: string): Promise<Report> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => {
      if (!isOnlyTold(error)) reject(error);
    };
  });
  page.on('pageerror', fail);
  try {
    return await Promise.race([failed, visit<Report>(page, url)]);
  } finally {
    page.off('pageerror', fail);
  }
}

/** Firefox also tells so of what a policy has forbidden, and of WebSockets that fail, which the page may have dealt with. */
function isOnlyTold({ message, name }: Error): boolean {
  return name === 'Content-Security-Policy' || (name === '' && /\bwss?:\/\//.test(message));
}

async function visit<Report>(page: Page, url: string): Promise<Report> {
  const response = await page.goto(url);
  if (response?.ok() === false) throw new Error(`Read the report of ${url}: ${await response.text()}`);
  return page.evaluate(waitForReport) as Promise<Report>;
}

/** Runs in the page, and must stand on its own there. */
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
