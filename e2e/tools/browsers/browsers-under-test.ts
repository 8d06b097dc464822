import { test as base, type TestType } from '@playwright/test';
import { findFirefox } from './find-firefox.ts';
import { readReport } from './read-report.ts';
import { WebKitDriver, whyNoWebKit } from './webkit-driver.ts';

/** Opens a page and returns the report that it leaves. */
export type Visit = <Report>(address: string) => Promise<Report>;

/** A browser in which tests run. */
export interface BrowserUnderTest<Test> {
  readonly name: string;
  readonly test: Test;
  /** The reason why the tests do not run in this browser; undefined if they do. */
  readonly missing: string | undefined;
}

const inChromium = base.extend<{ visit: Visit }>({
  visit: async ({ page }, use) => use((address) => readReport(page, address)),
});

// After each failed WebSocket, Firefox delays the next one of the same host and port by 50 % more, for up to a minute. Until that one is opened, the WebSockets of
// all other ports of the host wait, too. Tests of unreachable servers would delay all later tests.
const firefoxUserPrefs = { 'network.websocket.delay-failed-reconnects': false };

const inFirefox = inChromium.extend({
  browser: [
    async ({ playwright }, use) => {
      // Playwright's configuration has arguments and an environment for Chromium. These options replace them.
      const firefoxOptions = { args: [], env: process.env, firefoxUserPrefs };
      const browser = await playwright.firefox.launch({ ...findFirefox(), ...firefoxOptions });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const inWebKit = base.extend<{ visit: Visit }, { webkit: WebKitDriver }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const webkit = await WebKitDriver.start();
      await use(webkit);
      await webkit.close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ baseURL, webkit }, use) => use((address) => webkit.visit(new URL(address, baseURL).href)),
});

/** Set by `npm test`: it takes the same time and has the same result whether other browsers are installed or not. */
const onlyChromium =
  process.env['DOHA_BROWSERS'] === 'chromium' ? 'npm test runs in Chromium only' : undefined;

/** The browsers that Playwright controls. Their tests may use a `page`. */
export const playwrightBrowsers: readonly BrowserUnderTest<typeof inChromium>[] = [
  { name: 'Chromium', test: inChromium, missing: undefined },
  {
    name: 'Firefox',
    test: inFirefox,
    missing: onlyChromium ?? (findFirefox() ? undefined : 'Firefox must be installed'),
  },
];

/** All browsers. Their tests only visit pages and read reports. */
export const browsersUnderTest: readonly BrowserUnderTest<TestType<{ visit: Visit }, object>>[] = [
  ...playwrightBrowsers,
  { name: 'WebKit', test: inWebKit, missing: onlyChromium ?? whyNoWebKit() },
];
