import { test } from '@playwright/test';
import { fullScale } from './bench/benched.ts';
import { figures } from './bench/figures.ts';
import { markdownTable } from './markdown-table.ts';
import { type Row, writeResults } from './results.ts';

// A missed bar is shown and does not fail: it depends on the machine. A wrong answer fails, and what follows is not run.
test.describe.configure({ mode: 'serial' });

const allBars: Row[] = [];

for (const { title, make } of figures) {
  test(title, async ({ page }) => {
    const { bars, ...findings } = await make(page, fullScale);
    writeResults(findings);
    allBars.push(...bars);
    print(findings.name, findings.rows);
    if (bars.length > 0) print('bars', bars);
  });
}

test('the bars', () => {
  writeResults({ name: 'loop-bars', parameters: {}, rows: allBars });
  print('all bars', allBars);
});

function print(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(rows)}\n\n`);
}
