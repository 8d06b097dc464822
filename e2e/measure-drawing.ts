import type { Page } from '@playwright/test';
import type { DrawingReport } from './pages/drawing.ts';
import { readReport } from './report.ts';
import type { Findings, Row } from './results.ts';

export interface DrawingOptions {
  readonly things: readonly number[];
  readonly seconds: number;
  /** How often each way is tried; the ways take turns. */
  readonly rounds: number;
}

const ways = ['sprites', 'rectangles', 'pixels', 'webgl'];

/** Finds out how fast a page draws so many small things, in each of some ways. */
export async function measureDrawing(
  page: Page,
  address: string,
  { things, seconds, rounds }: DrawingOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const reports = new Map<string, DrawingReport[]>();
  for (let round = 0; round < rounds; round++) {
    for (const count of things) {
      for (const way of ways) {
        const report = await readReport<DrawingReport>(
          page,
          `${address}?way=${way}&things=${count}&seconds=${seconds}`,
        );
        const name = `${way}, ${count}`;
        reports.set(name, [...(reports.get(name) ?? []), report]);
      }
    }
  }
  const rows = things.flatMap((count) =>
    ways.map((way) => rowOf(way, count, reports.get(`${way}, ${count}`)!)),
  );
  const samples = Object.fromEntries(
    [...reports].map(([name, all]) => [name, all.flatMap(({ gaps }) => gaps)]),
  );
  return { parameters: { things, seconds, rounds }, rows, samples };
}

function rowOf(way: string, things: number, reports: readonly DrawingReport[]): Row {
  const script = reports.flatMap((report) => report.script).toSorted((a, b) => a - b);
  const gaps = reports.flatMap((report) => report.gaps).toSorted((a, b) => a - b);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return {
    way,
    things,
    'pictures per second': Math.round(10_000 / mean) / 10,
    'script, median ms': hundredth(script[Math.floor(script.length / 2)]!),
    'picture to picture, p95 ms': hundredth(gaps[Math.floor(0.95 * gaps.length)]!),
  };
}

function hundredth(value: number): number {
  return Math.round(100 * value) / 100;
}
