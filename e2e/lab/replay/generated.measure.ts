import { browsersUnderTest } from '../../tools/browsers/browsers-under-test.ts';
import { type Row, writeResults } from '../../tools/results/results.ts';
import { digits } from '../../tools/statistics/statistics.ts';
import type { Load, LoadFigures } from '@doha/monitor/replay';
import type { GeneratedReport } from './pages/generated.ts';

const page = '/e2e/lab/replay/pages/generated.html';

let chromiumLoad: Load | undefined;

for (const { name, missing, test } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);
    test('a benchmark from a recording', async ({ visit }) => {
      const { control, figures, load } = await visit<GeneratedReport>(`${page}?seconds=15`);
      chromiumLoad ??= load;
      const compared = await visit<GeneratedReport>(
        `${page}#${encodeURIComponent(JSON.stringify(chromiumLoad))}`,
      );
      const rows = [
        ...rowsOf(`recorded in ${name}`, load, figures),
        ...rowsOf(`control: recorded in ${name} again`, load, control ?? []),
        ...rowsOf('recorded in Chromium', chromiumLoad, compared.figures),
      ];
      const findings = { name: `generated-${name.toLowerCase()}`, parameters: { seconds: 15 }, rows };
      process.stderr.write(`${writeResults({ ...findings, samples: { load: [load] } })}\n`);
    });
  });
}

/**
 * The figures of each work, and the largest difference in percent. Cancelled updates count in percent of all updates, and p95 of fewer than 20
 * callbacks does
 * not count.
 */
function rowsOf(load: string, { duration, works }: Load, measured: readonly LoadFigures[]): readonly Row[] {
  return works.slice(0, measured.length).map(({ figures, kind }, i) => {
    const found = measured[i]!;
    const names = ['rate', 'drops', 'updates', 'p95'] as const;
    const differences = names.map((name) => {
      const whole = name === 'drops' ? Math.max(figures.drops, figures.updates) : figures[name];
      const isRare = name === 'p95' && figures.rate * (duration / 1000) < 20;
      return whole === 0 || isRare ? 0 : (100 * Math.abs(found[name] - figures[name])) / whole;
    });
    const row: Record<string, string | number> = { load, work: `${kind} ${i + 1}` };
    for (const one of names) row[one] = `${digits(figures[one], 3)} → ${digits(found[one], 3)}`;
    return Object.assign(row, { 'largest difference, %': digits(Math.max(...differences), 2) });
  });
}
