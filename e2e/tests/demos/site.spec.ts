import { readdirSync, rmSync } from 'node:fs';
import { sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { measureStart } from '../../lab/start/measure-start.ts';
import { buildSite } from '../../tools/servers/build-site.ts';
import { isolation, serveFolder, type Site } from '../../tools/servers/static-server.ts';

const base = '/some/where/';
const game = 'tandem/';
/** Bytes, each file compressed with gzip. */
const mostOfGame = 300_000;

// Small pictures are soon drawn.
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
  await expect(page.locator('a').first()).toBeVisible(); // it is loaded a second time to be isolated
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

test('the game stays under 300 kB, compressed: all that its page asks for and links to', async ({
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
  expect(total).toBeLessThan(mostOfGame);
});

test('the game can be installed', async ({ context, page, request }) => {
  await openIsolated(page, game);
  await expect(page.locator('#menu')).toBeVisible();
  const session = await context.newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(url, 'the page links to a manifest').not.toBe('');
  expect(errors).toEqual([]);
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
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

for (const host of ['without', 'with'] as const) {
  test(`once the game was opened, all of it works without a network: a host ${host} headers`, async ({
    context,
    page,
  }) => {
    const { origin } = host === 'with' ? isolatingSite : site;
    await openIsolated(page, game, origin);
    await untilKept(page);
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

test('the game is played in a second visit', async ({ context, page }) => {
  await openIsolated(page, game);
  await untilKept(page);
  await page.close();
  const again = await context.newPage();
  const errors = watchErrors(again);
  await again.goto(`${site.origin}${base}${game}`);
  await expectToPlay(again);
  expect(await again.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(errors).toEqual([]);
});

test('the measurement of the start sees the menu in a first and a second visit', async ({ browser }) => {
  const addresses = { here: `${site.origin}${base}${game}` };
  const { rows, samples } = await measureStart(browser, { addresses, visitors: 1 });
  expect(rows.map(({ start }) => start)).toEqual(['here, first visit', 'here, second visit']);
  for (const { start, 'median ms': time } of rows) {
    expect(time).toBeGreaterThan(0);
    expect(samples![String(start)]).toHaveLength(1);
  }
});

/** What is read of a web application's manifest. */
interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

/** The paths of the pages in the built site: `''`, `tandem/`. */
function pages(built: string): string[] {
  return readdirSync(built, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('index.html'))
    .map((name) => name.slice(0, -'index.html'.length));
}

/** Opens a page and waits until the service worker has loaded it for the second time. */
async function openIsolated(page: Page, path: string, origin = site.origin): Promise<void> {
  await page.goto(`${origin}${base}${path}`);
  await page.waitForFunction(() => crossOriginIsolated);
}

/** Waits until the page is kept for use without a network. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.href)) !== undefined))
    .toBe(true);
}

/** Sees the game's menu, begins a level and sees its clock go. */
async function expectToPlay(page: Page): Promise<void> {
  await expect(page.locator('#menu')).toBeVisible();
  await page.locator('#menu-play').click();
  await expect(page.locator('#menu')).toBeHidden();
  await expect(page.locator('#bar-time')).toHaveText(/[1-9]/);
}

/** The width of a picture in pixels; 0 where it is none. */
async function widthOf(page: Page, url: string): Promise<number> {
  return page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode().catch(() => {});
    return image.naturalWidth;
  }, url);
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
