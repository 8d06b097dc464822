import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { measureStart } from '../../lab/start/measure-start.ts';
import { buildSite } from '../../tools/servers/build-site.ts';
import { isolation, serveFolder, type Site } from '../../tools/servers/static-server.ts';

const base = '/some/where/';
const game = 'tandem/';
/** Maximum total size in bytes of the files of the game, each compressed with gzip. */
const maxGameSize = 300_000;
/** Maximum total size in bytes of the files that the start page loads, each compressed with gzip. */
const maxStartSize = 150_000;

// Small frames are drawn faster.
test.use({ viewport: { width: 640, height: 360 } });

let folder: string;
let site: Site;
let isolatingSite: Site;

test.beforeAll(async () => {
  folder = buildSite();
  site = await serveFolder(folder, { base });
  isolatingSite = await serveFolder(folder, { base, headers: () => isolation });
});

test.afterAll(async () => {
  await Promise.all([site.close(), isolatingSite.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test('every page loads from a sub-path of a host without headers, and becomes cross-origin isolated', async ({
  page,
}) => {
  const paths = pages(folder);
  expect(paths).toContain('');
  for (const path of paths) {
    const errors = watchErrors(page);
    await openIsolated(page, path);
    await paint(page);
    expect(errors, path).toEqual([]);
  }
});

test('pages become isolated even if they load before the service worker is active', async ({ page }) => {
  const slow = slowlyInstalled(folder);
  const slowSite = await serveFolder(slow, { base });
  try {
    await page.goto(`${slowSite.origin}${base}`);
    await openIsolated(page, game, slowSite.origin); // also a page that is opened during the installation
  } finally {
    await slowSite.close();
    rmSync(slow, { recursive: true });
  }
});

test('every page loads if service workers are forbidden and `Intl` rejects the language of the browser', async ({
  page,
}) => {
  await page.addInitScript(rejectLanguage);
  await page.addInitScript(() => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException('forbidden here', 'SecurityError'));
    ServiceWorkerContainer.prototype.register = refuse;
  });
  const paths = isLong ? pages(folder) : ['', game, 'factorial/', 'paceline/', 'raytracer/'];
  for (const path of paths) {
    const errors = watchErrors(page);
    await page.goto(`${site.origin}${base}${path}`);
    await paint(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(errors, path).toEqual([]);
  }
});

test('an example runs with and without DOHA beside its essential lines, by keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const errors = watchErrors(page);
  await openIsolated(page, 'examples/long-list/');
  const program = page.frameLocator('iframe');
  const code = page.locator('#code');
  const cell = (row: string, column: number): Locator =>
    page.locator('tr', { hasText: row }).first().locator('td').nth(column);
  await expect(program.locator('.filled').first()).toBeVisible();
  await expect(code).toContainText('new EventLoop()', { useInnerText: true });
  await expect(code).not.toContainText('requestIdleCallback(', { useInnerText: true });
  await expect(cell('frames per second', 0)).toHaveText(/^\d+$/);
  await expect(cell('frames per second', 1)).toHaveText('–');

  await page.getByRole('radio', { name: 'with DOHA', exact: true }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'without DOHA' })).toBeChecked();
  await expect(program.locator('h1')).toHaveText('A long list, in idle time');
  await expect(program.locator('.filled').first()).toBeVisible();
  await expect(code).toContainText('requestIdleCallback(', { useInnerText: true });
  await program.locator('#search').press('a');
  await expect(cell('your input latency, median', 1)).toHaveText(/ ms$/);

  await page.locator('#compare').press('Enter');
  await expect(cell('all visible rows after scrolling', 0)).toHaveText(/^[\d.]+ ms$/);
  await page.locator('#compare').press('Enter');
  await expect(page.locator('#comparison [role=status]')).toHaveText('Stopped.');
  await expect(program.locator('.filled').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
});

test('all links of the start page lead to existing pages', async ({ page, request }) => {
  await openIsolated(page, '');
  await expect(page.locator('a').first()).toBeVisible(); // the page is loaded a second time to become isolated
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test('the start page fits the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openIsolated(page, '');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('the total size of all files that the game requests or links to is less than 300 kB, compressed', async ({
  page,
  request,
}) => {
  const asked = new Set<string>();
  page.on('request', (one) => asked.add(one.url()));
  await openIsolated(page, game);
  await expectToPlay(page);
  const linked = await page
    .locator('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  let total = 0;
  for (const url of new Set([...asked, ...linked])) {
    const response = await request.get(url);
    expect(response.status(), url).toBe(200);
    total += gzipSync(await response.body()).length;
  }
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(maxGameSize);
});

test('the files of the start page take less than 150 kB, compressed', async ({ page, request }) => {
  const asked = new Set<string>();
  page.on('request', (one) => asked.add(one.url()));
  await openIsolated(page, '');
  await expect(page.locator('#notice')).toBeHidden();
  await page.locator('.play img').scrollIntoViewIfNeeded();
  await expect.poll(() => [...asked].some((url) => url.endsWith('.webp'))).toBe(true);
  const own = [...asked].filter((url) => url.startsWith(site.origin));
  let total = 0;
  for (const url of own) {
    const body = await (await request.get(url)).body();
    total += Math.min(body.length, gzipSync(body).length);
  }
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(maxStartSize);
});

test('a page of the guide that was opened works offline', async ({ context, page }) => {
  const errors = watchErrors(page);
  await page.goto(`${site.origin}${base}guide/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('axe finds no violations of WCAG AA in the pages', async ({ page }) => {
  const guide = readdirSync(join(folder, 'guide')).filter((name) => name.endsWith('.html'));
  const all = [...pages(folder), ...guide.map((name) => `guide/${name}`)];
  await openIsolated(page, ''); // from now on, the service worker isolates all pages at once
  const found: string[] = [];
  for (const path of isLong ? all : ['', 'guide/']) {
    await page.goto(`${site.origin}${base}${path}`);
    await paint(page);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  expect(found).toEqual([]);
});

test('the game can be installed', async ({ context, page, request }) => {
  await openIsolated(page, game);
  await expect(page.locator('#menu')).toBeVisible();
  const session = await context.newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(url, 'the page links to a manifest').not.toBe('');
  expect(errors).toEqual([]);
  const { installabilityErrors: obstacles } = await session.send('Page.getInstallabilityErrors');
  // The context of a test is a private window, from which a headed Chromium installs nothing.
  expect(obstacles.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data!) as Manifest;
  expect(manifest.name).toBeTruthy();
  expect(['fullscreen', 'standalone']).toContain(manifest.display);
  expect(new URL(manifest.start_url, url).href).toBe(page.url());
  expect(new URL(manifest.scope, url).href).toBe(page.url());
  expect(manifest.icons.map(({ sizes }) => sizes)).toContain('any');
  for (const { src, type } of manifest.icons) {
    const icon = new URL(src, url).href;
    const response = await request.get(icon);
    expect(response.status(), icon).toBe(200);
    expect(response.headers()['content-type'], icon).toBe(type);
    expect(await widthOf(page, icon), icon).toBeGreaterThan(0);
  }
});

for (const host of isLong ? (['without', 'with'] as const) : (['without'] as const)) {
  test(`the game works offline after it was opened once from a host ${host} headers`, async ({
    context,
    page,
  }) => {
    const { origin } = host === 'with' ? isolatingSite : site;
    await openIsolated(page, game, origin);
    await untilCached(page);
    await context.setOffline(true);
    const errors = watchErrors(page);
    await page.reload();
    await expectToPlay(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.goto(`${origin}${base}tandem-tools/editor/`);
    await expect(page.locator('#status')).toHaveText('Ready to be played.');
    await page.goto(`${origin}${base}tandem-tools/difference/`);
    await expect(page.locator('[data-version=monolithic] dd').first()).toHaveText(/\d+ ms/, {
      timeout: 20_000,
    });
    expect(errors).toEqual([]);
  });
}

test('the game works in a second visit', async ({ context, page }) => {
  await openIsolated(page, game);
  await untilCached(page);
  await page.close();
  const again = await context.newPage();
  const errors = watchErrors(again);
  await again.goto(`${site.origin}${base}${game}`);
  await expectToPlay(again);
  expect(await again.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(errors).toEqual([]);
});

test('the measurement of the start time detects the menu in a first and a second visit', async ({
  browser,
}) => {
  const addresses = { here: `${site.origin}${base}${game}` };
  const { rows, samples } = await measureStart(browser, { addresses, visitors: 1 });
  expect(rows.map(({ start }) => start)).toEqual(['here, first visit', 'here, second visit']);
  for (const { start, 'median ms': time } of rows) {
    expect(time).toBeGreaterThan(0);
    expect(samples![String(start)]).toHaveLength(1);
  }
});

/**
 * Makes `Intl` reject the language of the browser, as Chromium's does in the locale C, where the language is `en-US@posix`. Also rejects the default
 * locale. Runs in the page.
 */
function rejectLanguage(): void {
  Object.defineProperty(navigator, 'language', { value: 'en-US@posix' });
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator'] as const) {
    const check = ([locale]: readonly unknown[]): void => {
      if (locale === undefined || locale === 'en-US@posix')
        throw new RangeError('Incorrect locale information provided');
    };
    const rejecting = new Proxy(Intl[name] as new (...given: unknown[]) => object, {
      apply: (target, self, given) => (check(given), Reflect.apply(target, self, given) as object),
      construct: (target, given) => (check(given), Reflect.construct(target, given)),
    });
    Object.assign(Intl, { [name]: rejecting });
  }
}

/** The used properties of a web application manifest. */
interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

/** The paths of the pages in the built site, such as `''` and `tandem/`. */
function pages(built: string): string[] {
  return readdirSync(built, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('index.html'))
    .map((name) => name.slice(0, -'index.html'.length));
}

/** Copies a built site. The installation of the copy's service worker takes longer than the loading of a page. */
function slowlyInstalled(built: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'doha-slow-site-'));
  cpSync(built, copy, { recursive: true });
  const worker = join(copy, 'coi-serviceworker.js');
  const waiting = `new Promise((resolve) => setTimeout(resolve, 1000))`;
  const slow = `if (typeof window === 'undefined') addEventListener('install', (event) => event.waitUntil(${waiting}));`;
  writeFileSync(worker, `${slow}\n${readFileSync(worker, 'utf8')}`);
  return copy;
}

/** Opens a page and waits until the service worker has reloaded it with cross-origin isolation. */
async function openIsolated(page: Page, path: string, origin = site.origin): Promise<void> {
  await page.goto(`${origin}${base}${path}`);
  await page.waitForFunction(() => crossOriginIsolated);
}

/** Waits until the page is cached for offline use. */
async function untilCached(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.href)) !== undefined))
    .toBe(true);
}

/** Waits for the menu of the game, begins a level and waits until its clock runs. */
async function expectToPlay(page: Page): Promise<void> {
  await expect(page.locator('#menu')).toBeVisible();
  await page.locator('#menu-play').click();
  await expect(page.locator('#menu')).toBeHidden();
  await expect(page.locator('#bar-time')).toHaveText(/[1-9]/);
}

/** Width of an image in pixels; 0 if it is not an image. */
async function widthOf(page: Page, url: string): Promise<number> {
  return page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode().catch(() => {});
    return image.naturalWidth;
  }, url);
}

/** Collects uncaught errors, console errors and failed responses of a page from now on. */
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

/** Waits for five frames. */
async function paint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 5; count++) await new Promise(requestAnimationFrame);
  });
}
