import { expect, test } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import { measureDrawing, variants } from './measure-drawing.ts';
import type { DrawingReport } from './pages/drawing.ts';

const address = '/e2e/lab/drawing/pages/drawing.html';
const things = 100;

test('each variant that the browser supports draws things on the background', async ({ page }) => {
  for (const variant of variants) {
    const query = `variant=${variant}&things=${things}&seconds=0.05&warmup=0.02`;
    const { missing, lit } = await readReport<DrawingReport>(page, `${address}?${query}`);
    const hasVariant = await page.evaluate(
      (name) => name !== 'webgl' || new OffscreenCanvas(1, 1).getContext('webgl2') !== null,
      variant,
    );
    expect(missing, variant).toBe(hasVariant ? undefined : 'WebGL 2');
    if (!hasVariant) continue;
    // A thing is drawn within 8 × 8 pixels, so it lights at most 64. Most things are entirely
    // visible.
    expect(lit, variant).toBeGreaterThan(10 * things);
    expect(lit, variant).toBeLessThanOrEqual(64 * things);
  }
});

test('the measurement of drawing returns figures of each variant, or the missing feature of the browser', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const own = Reflect.get(HTMLCanvasElement.prototype, 'getContext') as (kind: string) => unknown;
    const withoutWebgl = new Proxy(own, {
      apply: (get, canvas, args) =>
        args[0] === 'webgl2' ? null : (Reflect.apply(get, canvas, args) as unknown),
    });
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', withoutWebgl);
  });
  const options = { things: [things], seconds: 0.05, warmUp: 0.02, rounds: 2 };
  const { rows, samples = {} } = await measureDrawing(page, address, options);
  expect(rows.map(({ variant }) => variant)).toEqual(variants);
  for (const { variant, missing, ...figures } of rows) {
    const name = `${String(variant)}, ${things}`;
    if (variant === 'webgl') {
      expect({ missing, ...figures }).toEqual({ missing: 'WebGL 2', things });
      continue;
    }
    expect(figures['fps'], name).toBeGreaterThan(0);
    expect(figures['script, median ms'], name).toBeGreaterThanOrEqual(0);
    const gaps = samples[`${name}, frame times`]!;
    expect(gaps.length, name).toBeGreaterThanOrEqual(options.rounds);
    expect(samples[`${name}, script`], name).toHaveLength(gaps.length);
  }
});
