import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { runTool } from './run-tool.ts';
import { serveFolder, type Site } from './static-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const base = '/some/where/';

let folder: string;
let site: Site;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doha-site-'));
  runTool('vite/bin/vite.js', ['build', '--outDir', folder, '--logLevel', 'error'], root);
  site = await serveFolder(folder, { base });
});

test.afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every page loads from a sub-path of a host without headers, and becomes isolated', async ({ page }) => {
  const paths = pages(folder);
  expect(paths).toContain('');
  for (const path of paths) {
    const errors = watchErrors(page);
    await openIsolated(page, path);
    await paint(page);
    expect(errors, path).toEqual([]);
  }
});

test('every page loads where service workers are forbidden', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException('forbidden here', 'SecurityError'));
    ServiceWorkerContainer.prototype.register = refuse;
  });
  for (const path of pages(folder)) {
    const errors = watchErrors(page);
    await page.goto(`${site.origin}${base}${path}`);
    await paint(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(errors, path).toEqual([]);
  }
});

test('the first page leads to pages that are there', async ({ page, request }) => {
  await openIsolated(page, '');
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test('the first page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openIsolated(page, '');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** The paths of the pages in the built site: `''`, `tandem/`. */
function pages(built: string): string[] {
  return readdirSync(built, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('index.html'))
    .map((name) => name.slice(0, -'index.html'.length));
}

/** Opens a page and waits until the service worker has loaded it for the second time. */
async function openIsolated(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin}${base}${path}`);
  await page.waitForFunction(() => crossOriginIsolated);
}

/** Collects what goes wrong in a page from now on. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.removeAllListeners();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on(
    'response',
    (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`),
  );
  return errors;
}

/** Lets the page draw a few pictures. */
async function paint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 5; count++) await new Promise(requestAnimationFrame);
  });
}
