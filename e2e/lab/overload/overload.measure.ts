import { type Page, test } from '@playwright/test';
import type { LeftReport } from '../../../demos/overload/results/left-report.ts';
import { playwrightBrowsers } from '../../tools/browsers/browsers-under-test.ts';
import { WebKitDriver, whyNoWebKit } from '../../tools/browsers/webkit-driver.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { codeRows } from './code-rows.ts';
import { overloadFindings } from './overload-findings.ts';
import { noisy } from './overload-tables.ts';
import { playInPage, playInWebKit } from './real-input.ts';

const seconds = Number(process.env['DOHA_SECONDS'] ?? 2);
const rounds = Number(process.env['DOHA_ROUNDS'] ?? 9);
const address = `${process.env[pagesOrigin] ?? ''}/demos/overload/?start=yes&input=visitor&seconds=${seconds}&rounds=${rounds}`;

for (const { name, missing, test: testIn } of playwrightBrowsers) {
  testIn.describe(`in ${name}`, () => {
    testIn.skip(missing !== undefined, missing);
    testIn('overload', async ({ browser, page }: { browser: { version(): string }; page: Page }) => {
      write(name, await playInPage(page, address), `${name} ${browser.version()}`);
    });
  });
}

test.describe('in WebKit', () => {
  const missing = whyNoWebKit();
  test.skip(missing !== undefined, missing);
  test('overload', async () => {
    const webkit = await WebKitDriver.start();
    try {
      const report = await playInWebKit(webkit, address);
      const version = /AppleWebKit\/\S+|Version\/\S+/g;
      write('WebKit', report, (report.environment.browser.match(version) ?? ['WebKit']).join(' '));
    } finally {
      await webkit.close();
    }
  });
});

test('the code of the schedulers in the overload benchmark', async () => {
  const rows = await codeRows();
  process.stderr.write(`${writeResults({ name: 'overload-code', parameters: {}, rows })}\n`);
});

function write(name: string, report: LeftReport, version: string): void {
  const { noise } = report.summary;
  if (noise >= noisy)
    process.stderr.write(`Noise ${noise}: the tables leave these results out. Repeat on a quiet machine.\n`);
  process.stderr.write(`${writeResults(overloadFindings(report, name, version))}\n`);
}
