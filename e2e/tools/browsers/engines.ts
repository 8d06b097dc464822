import { test as base, type TestType } from '@playwright/test';
import { findFirefox } from './firefox.ts';
import { readReport } from './report.ts';
import { WebKit, whyNoWebKit } from './webkit.ts';

/** Opens an address and gives the report that the page leaves. */
export type Visit = <Report>(address: string) => Promise<Report>;

/** A browser's engine that tests run in. */
export interface Engine<Test> {
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

const inWebKit = base.extend<{ visit: Visit }, { webkit: WebKit }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is asked for
    async ({}, use) => {
      const webkit = await WebKit.start();
      await use(webkit);
      await webkit.close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ baseURL, webkit }, use) => use((address) => webkit.visit(new URL(address, baseURL).href)),
});

/** Those whose pages Playwright drives: tests may have a `page`. */
export const drivenEngines: readonly Engine<typeof inChromium>[] = [
  { name: 'Chromium', test: inChromium, missing: undefined },
  { name: 'Firefox', test: inFirefox, missing: findFirefox() ? undefined : 'Firefox must be installed' },
];

/** All of them: tests visit pages and read their reports. */
export const engines: readonly Engine<TestType<{ visit: Visit }, object>>[] = [
  ...drivenEngines,
  { name: 'WebKit', test: inWebKit, missing: whyNoWebKit() },
];
