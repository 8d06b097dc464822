import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

/** Calls `use` with a Chromium, and closes it afterwards. */
export async function withChromium<T>(
  options: LaunchOptions,
  use: (browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch(options);
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
