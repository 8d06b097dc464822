import { type Page, test } from '@playwright/test';
import { markdownTable } from '../tools/documents/markdown-table.ts';
import { type Row, writeResults } from '../tools/results/results.ts';
import type { FigureResults } from './figure-results.ts';

/** A figure of a benchmark. `make` measures it. */
export interface Figure<Scale> {
  readonly title: string;
  readonly make: (page: Page, scale: Scale) => Promise<FigureResults>;
}

/**
 * Measures all figures of a benchmark, each in a test, then writes and prints their results. The
 * bars (targets) of all figures are written as one result named `barsName`. A missed bar is printed and does not fail the
 * test, because it depends on the machine. A wrong answer fails the test, and the remaining figures
 * are skipped.
 */
export function runBench<Scale>(barsName: string, figures: readonly Figure<Scale>[], scale: Scale): void {
  test.describe.configure({ mode: 'serial' });
  const allBars: Row[] = [];

  for (const { title, make } of figures) {
    test(title, async ({ page }) => {
      const { bars, ...findings } = await make(page, scale);
      writeResults(findings);
      allBars.push(...bars);
      print(findings.name, findings.rows);
      if (bars.length > 0) print('bars', bars);
    });
  }

  test('the bars', () => {
    writeResults({ name: barsName, parameters: {}, rows: allBars });
    print('all bars', allBars);
  });
}

function print(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(rows)}\n\n`);
}
