import { expect, test } from '@playwright/test';
import { markdownTable } from '../../tools/documents/markdown-table.ts';
import { writeResults } from '../../tools/results/results.ts';
import { runSoak } from './run-soak.ts';

// `npm run soak`: takes an hour, or `DOHA_SECONDS`.
test('the memory of Paceline does not grow while sessions open and close', async () => {
  const { faults, ...findings } = await runSoak(Number(process.env['DOHA_SECONDS'] ?? 3600));
  process.stdout.write(`\n${markdownTable(findings.rows)}\n${writeResults(findings)}\n`);
  expect(faults).toEqual([]);
});
