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
 * Firefox also reports failed WebSockets, and content that a Content Security Policy blocks, as page errors, even if the page handles them. It reports
 * a rejection without a handler in a worker even if a listener of `unhandledrejection` calls `preventDefault`, and does not tell the thread. So the messages
 * of rejections that a test causes on purpose begin with `expected: `.
 */
function isHarmless({ message, name }: Error): boolean {
  if (message.startsWith('expected: ')) return true;
  return name === 'Content-Security-Policy' || (name === '' && /\bwss?:\/\//.test(message));
}

async function visit<Report>(page: Page, url: string): Promise<Report> {
  const response = await page.goto(url);
  if (response?.ok() === false) throw new Error(`Read the report of ${url}: ${await response.text()}`);
  return page.evaluate(waitForGlobal, 'report') as Promise<Report>;
}

/** Resolves with the value of a global variable of the page when it has one. Runs in the page, so it must not use variables of this module. */
export function waitForGlobal(name: string): Promise<unknown> {
  const global = globalThis as Record<string, unknown>;
  return new Promise((resolve) => {
    if (global[name] !== undefined) return resolve(global[name]);
    Object.defineProperty(global, name, {
      configurable: true,
      set(value: unknown) {
        Object.defineProperty(global, name, { value, configurable: true, writable: true });
        resolve(value);
      },
    });
  });
}
