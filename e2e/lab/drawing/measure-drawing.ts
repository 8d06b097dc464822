import type { Page } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median, quantile, round } from '../../tools/statistics/statistics.ts';
import type { DrawingReport } from './pages/drawing.ts';

export interface DrawingOptions {
  /** Numbers of things. */
  readonly things: readonly number[];
  readonly seconds: number;
  /** Seconds before each measurement. */
  readonly warmUp: number;
  /** Number of measurements per variant. The variants alternate. */
  readonly rounds: number;
}

/** The compared variants. */
export const variants = ['sprites', 'rectangles', 'pixels', 'webgl'] as const;

/** Measures fps and time in script of a page that draws many small things, for each variant and number of things. */
export async function measureDrawing(
  page: Page,
  address: string,
  { things, seconds, warmUp, rounds }: DrawingOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const reports = new Map<string, DrawingReport[]>();
  for (let turn = 0; turn < rounds; turn++) {
    for (const count of things) {
      for (const variant of variants) {
        const query = `variant=${variant}&things=${count}&seconds=${seconds}&warmup=${warmUp}`;
        const report = await readReport<DrawingReport>(page, `${address}?${query}`);
        const name = nameOf(variant, count);
        reports.set(name, [...(reports.get(name) ?? []), report]);
      }
    }
  }
  const rows = things.flatMap((count) =>
    variants.map((variant) => rowOf(variant, count, reports.get(nameOf(variant, count))!)),
  );
  const samples = Object.fromEntries(
    [...reports].flatMap(([name, all]) => [
      [`${name}, frame times`, all.flatMap(({ gaps }) => gaps.map((gap) => round(gap, 3)))],
      [`${name}, script`, all.flatMap(({ script }) => script.map((time) => round(time, 3)))],
    ]),
  );
  const parameters = { things, seconds, warmUp, rounds, webgl: await rendererOf(page) };
  return { parameters, rows, samples };
}

/** Returns the name of the WebGL renderer, a GPU or its emulation; null without WebGL 2. */
function rendererOf(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    gl?.getExtension('WEBGL_debug_renderer_info');
    return gl && String(gl.getParameter(37_446)); // UNMASKED_RENDERER_WEBGL
  });
}

function nameOf(variant: string, things: number): string {
  return `${variant}, ${things}`;
}

function rowOf(variant: string, things: number, reports: readonly DrawingReport[]): Row {
  const missing = reports[0]!.missing;
  if (missing !== undefined) return { variant, things, missing };
  const script = reports.flatMap((report) => report.script);
  const gaps = reports.flatMap((report) => report.gaps);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    variant,
    things,
    fps: digits((1000 * gaps.length) / total, 3),
    'script, median ms': digits(median(script), 3),
    'frame time, p95 ms': digits(quantile(gaps, 0.95), 3),
  };
}
