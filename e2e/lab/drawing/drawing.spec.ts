import { expect, test } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import { measureDrawing, ways } from './measure-drawing.ts';
import type { DrawingReport } from './pages/drawing.ts';

const address = '/e2e/lab/drawing/pages/drawing.html';
const things = 100;

test('each variant that the browser supports draws things on the background', async ({ page }) => {
  for (const way of ways) {
    const query = `way=${way}&things=${things}&seconds=0.05&warmup=0.02`;
    const { missing, lit } = await readReport<DrawingReport>(page, `${address}?${query}`);
    const hasWay = await page.evaluate(
      (name) => name !== 'webgl' || new OffscreenCanvas(1, 1).getContext('webgl2') !== null,
      way,
    );
    expect(missing, way).toBe(hasWay ? undefined : 'WebGL 2');
    if (!hasWay) continue;
    // A thing is drawn within 8 × 8 pixels, so it lights at most 64. Most things are entirely
    // visible.
    expect(lit, way).toBeGreaterThan(10 * things);
    expect(lit, way).toBeLessThanOrEqual(64 * things);
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
  expect(rows.map(({ way }) => way)).toEqual(ways);
  for (const { way, missing, ...figures } of rows) {
    const name = `${String(way)}, ${things}`;
    if (way === 'webgl') {
      expect({ missing, ...figures }).toEqual({ missing: 'WebGL 2', things });
      continue;
    }
    expect(figures['pictures per second'], name).toBeGreaterThan(0);
    expect(figures['script, median ms'], name).toBeGreaterThanOrEqual(0);
    const gaps = samples[`${name}, picture to picture`]!;
    expect(gaps.length, name).toBeGreaterThanOrEqual(options.rounds);
    expect(samples[`${name}, script`], name).toHaveLength(gaps.length);
  }
});
