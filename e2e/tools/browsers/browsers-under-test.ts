import { test as base, type TestType } from '@playwright/test';
import { findFirefox } from './find-firefox.ts';
import { readReport } from './read-report.ts';
import { WebKitDriver, whyNoWebKit } from './webkit-driver.ts';

/** Opens an address and gives the report that the page leaves. */
export type Visit = <Report>(address: string) => Promise<Report>;

/** A browser that tests run in. */
export interface BrowserUnderTest<Test> {
  readonly name: string;
  readonly test: Test;
  /** Why it is not on this machine; undefined if it is. */
  readonly missing: string | undefined;
}

const inChromium = base.extend<{ visit: Visit }>({
  visit: async ({ page }, use) => use((address) => readReport(page, address)),
});

const inFirefox = inChromium.extend({
  browser: [
    async ({ playwright }, use) => {
      // Without these it would get Chromium's, from the configuration.
      const own = { args: [], env: process.env };
      const browser = await playwright.firefox.launch({ ...findFirefox(), ...own });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const inWebKit = base.extend<{ visit: Visit }, { webkit: WebKitDriver }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is asked for
    async ({}, use) => {
      const webkit = await WebKitDriver.start();
      await use(webkit);
      await webkit.close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ baseURL, webkit }, use) => use((address) => webkit.visit(new URL(address, baseURL).href)),
});

/** The browsers that Playwright drives: their tests may have a `page`. */
export const playwrightBrowsers: readonly BrowserUnderTest<typeof inChromium>[] = [
  { name: 'Chromium', test: inChromium, missing: undefined },
  { name: 'Firefox', test: inFirefox, missing: findFirefox() ? undefined : 'Firefox must be installed' },
];

/** All browsers: their tests visit pages and read the reports. */
export const browsersUnderTest: readonly BrowserUnderTest<TestType<{ visit: Visit }, object>>[] = [
  ...playwrightBrowsers,
  { name: 'WebKit', test: inWebKit, missing: whyNoWebKit() },
];
