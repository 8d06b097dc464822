import { type Page, test } from '@playwright/test';
import { markdownTable } from '../tools/documents/markdown-table.ts';
import { type Row, writeResults } from '../tools/results/results.ts';
import type { Benched } from './benched.ts';

/** A figure of a bench: its title, a sentence, and how it is made. */
interface Figure<Scale> {
  readonly title: string;
  readonly make: (page: Page, scale: Scale) => Promise<Benched>;
}

/**
 * Makes all figures of a bench, each in a test of its own, and writes and shows what is found; the bars of all under a name of their own.
 *
 * A missed bar is shown and does not fail: it depends on the machine. A wrong answer fails, and what follows is not run.
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
