import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { rowsOf } from '../../../packages/runs.test.setup.ts';
import { createServer, type ViteDevServer } from 'vite';
import type { Report } from '../../../demos/paceline/report.ts';
import { whyNoLab } from '../../lab/network/link/lab.ts';
import { collectErrors } from '../../tools/browsers/collect-errors.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { root } from '../../tools/repository.mjs';

const address = '/demos/paceline/';
const skipReason = whyNoLab();

test('over simulated links, inputs arrive earlier with Paceline than with a plain WebSocket', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const { inputs, hasRealNetwork } = await readReport<Report>(page, `${address}?ahead=8`);
  expect(hasRealNetwork).toBe(false);
  expect(inputs.paceline).toBeLessThan(inputs.plain! / 5);
  await expect(page.locator('#where')).toHaveText(/^TCP and the links are simulated in this page/);
  await expect(page.locator('#real-label')).toBeHidden();
  await expect(page.locator('.plot canvas')).toHaveCount(2);
  expect(errors).toEqual([]);
});

test('the plots stand still while the demo is paused', async ({ page }) => {
  await page.goto(`${address}?ahead=5`);
  const before = await plotOf(page);
  await expect.poll(() => plotOf(page)).not.toBe(before);
  await page.locator('#pause').press('Enter');
  await expect(page.locator('#pause')).toHaveText('Resume');
  await paint(page);
  const paused = await plotOf(page);
  await paint(page);
  expect(await plotOf(page)).toBe(paused);
  await page.locator('#pause').press('Enter');
  await expect.poll(() => plotOf(page)).not.toBe(paused);
});

test('a fast link delivers everything in time, and the page can be used by keyboard alone', async ({
  page,
}) => {
  await page.goto(`${address}?ahead=3`);
  await expect(page.locator('#sum')).toContainText('more than fits');
  await expect(page.locator('#plain output.late')).toHaveText(/ s$/);
  await page.getByRole('button', { name: /^Fiber/ }).press('Enter');
  await expect(page.getByRole('button', { name: /^Fiber/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#sum')).toContainText('everything fits');
  await expect(page.locator('#plain output')).toHaveText(/^\d\d ms$/);
  await expect(page.locator('#change')).toHaveText(
    /^Your last change: rate of the link 4 Mbit\/s → 50 Mbit\/s/,
  );
  await expect(page.locator('.kind.inputs .before').first()).toHaveText(/^before: [\d.]+ s, /);
  await page.locator('#reset').press('Enter');
  await expect(page.locator('#change')).toHaveText('');
  await expect(page.getByRole('button', { name: /^Village/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#paceline output')).toHaveText(/ ms$/);
});

test('inputs of the lowest priority do not arrive while more urgent messages fill the link', async ({
  page,
}) => {
  await page.goto(`${address}?ahead=3`);
  await expect(page.locator('#paceline output')).toHaveText(/ ms$/);
  const priority = page.getByRole('slider', { name: 'Priority: Inputs' });
  await priority.press('Home');
  await expect(priority).toHaveAttribute('aria-valuetext', '0');
  await expect(page.locator('#paceline .figure')).toHaveText(/no input arrives/);
});

test('a plain connection with too much latency is closed and opened again', async ({ page }) => {
  await page.goto(`${address}?ahead=40`);
  await expect(page.locator('#plain .given-up')).toContainText('closed');
  await expect(page.locator('#plain output')).toHaveText(/\d/);
});

test('the ring follows the pointer and the keys, and the dots follow the ring', async ({ page }) => {
  await page.goto(address);
  const stage = page.locator('#paceline .stage');
  const { height, width, x, y } = (await stage.boundingBox())!;
  await page.mouse.move(x + width * 0.25, y + height * 0.75);
  const place = (shape: string, side = 'paceline'): Promise<number> =>
    page.locator(`#${side} .${shape}`).evaluate((one) => parseFloat(one.getAttribute('cx')!));
  await expect.poll(() => place('ring', 'plain')).toBeCloseTo(25, 0);
  await expect.poll(() => place('dot')).toBeCloseTo(25, 0);
  await stage.press('ArrowRight');
  await expect.poll(() => place('ring')).toBeCloseTo(29, 0);
  await expect.poll(() => place('dot')).toBeCloseTo(29, 0);
});

const sizes = [
  ['phone', 360, 740],
  ['tablet', 820, 1100],
  ['wide screen', 1600, 900],
] as const;

for (const [name, width, height] of rowsOf(sizes, { onlyLong: 2 })) {
  test(`the page fits a ${name}: no element is wider than the page, and no elements overlap`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${address}?ahead=30`);
    await expect(page.locator('#plain .given-up')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(overlaps)).toEqual([]);
  });
}

test.describe('started by `npm start`', () => {
  test.skip(skipReason !== undefined, skipReason);
  let server: ViteDevServer;

  test.beforeEach(async () => {
    server = await createServer({
      configFile: join(root, 'vite.config.ts'),
      cacheDir: join(root, 'node_modules/.cache/vite-start'),
      logLevel: 'error',
      optimizeDeps: { entries: ['paceline/index.html'] }, // not all pages
      server: { host: '127.0.0.1', port: 0, open: false },
    });
    await server.listen();
  });

  test.afterEach(() => server.close());

  test('links are real, and are removed when the page selects simulated ones or the server ends', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(`${server.resolvedUrls!.local[0]}paceline/`);
    await expect(page.locator('#where')).toContainText('Real TCP of this machine');
    expect(namespaces()).toHaveLength(4);
    await expect.poll(() => page.evaluate(reportNow)).toMatchObject({ hasRealNetwork: true });
    const { inputs } = (await page.evaluate(reportNow))!;
    expect(inputs.paceline).toBeLessThan(inputs.plain!);

    await page.getByRole('button', { name: /^Fiber/ }).click();
    await expect(page.locator('#plain output')).toHaveText(/^\d\d ms$/);
    await page.locator('#real').uncheck();
    await expect(page.locator('#where')).toHaveText(/^TCP and the links are simulated/);
    await expect.poll(namespaces).toEqual([]);

    await page.locator('#real').check();
    await expect(page.locator('#where')).toContainText('Real TCP of this machine');
    expect(errors).toEqual([]);
    await server.close();
    await expect(page.locator('#where')).toContainText('The server is gone. TCP and the links are simulated');
    await expect(page.locator('#real')).not.toBeChecked();
    await expect.poll(namespaces).toEqual([]);
  });
});

function reportNow(): Report | undefined {
  return (globalThis as { report?: Report }).report;
}

/** Network namespaces of this process. */
function namespaces(): string[] {
  return readdirSync('/run/netns').filter((name) => name.startsWith(`doha-lab-${process.pid}-`));
}

async function plotOf(page: Page): Promise<string> {
  return page.locator('#paceline canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
}

/** Waits for ten frames. */
async function paint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 10; count++) await new Promise(requestAnimationFrame);
  });
}

/** Pairs of texts and controls that overlap. Runs in the page. */
function overlaps(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p:not(.figure), output, .figure span, td, th, input, button, li, svg, .plot, legend',
    ),
  ].filter((one) => one.checkVisibility() && one.textContent !== 'none');
  const found: string[] = [];
  for (const [i, one] of all.entries())
    for (const other of all.slice(i + 1)) {
      if (one.contains(other)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1)
        found.push(`${one.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`);
    }
  return found;
}
