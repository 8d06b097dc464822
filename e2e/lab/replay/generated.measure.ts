import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsersUnderTest } from '../../tools/browsers/browsers-under-test.ts';
import { type Row, writeResults } from '../../tools/results/results.ts';
import { digits } from '../../tools/statistics/statistics.ts';
import type { Load, LoadFigures } from '@doha/monitor/replay';
import type { GeneratedReport } from './pages/generated.ts';

const page = '/e2e/lab/replay/pages/generated.html';

/** Chromium's load, for the tests in the other browsers, which run in other processes. */
const chromiumLoad = join(tmpdir(), 'doha-generated-load.json');

for (const { name, missing, test } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);
    test('a benchmark from a recording', async ({ visit }) => {
      const { control, figures, load, userAgent } = await visit<GeneratedReport>(`${page}?seconds=15`);
      if (name === 'Chromium') writeFileSync(chromiumLoad, JSON.stringify(load));
      const ofChromium = JSON.parse(readFileSync(chromiumLoad, 'utf8')) as Load;
      const compared = await visit<GeneratedReport>(
        `${page}#${encodeURIComponent(JSON.stringify(ofChromium))}`,
      );
      const rows = [
        ...rowsOf(`recorded in ${name}`, load, figures),
        ...rowsOf(`control: recorded in ${name} again`, ...paired(load, control ?? [])),
        ...rowsOf('Chromium’s recording', ofChromium, compared.figures),
      ];
      const parameters = { seconds: 15 };
      const findings = { name: `generated-${name.toLowerCase()}`, parameters, browser: userAgent, rows };
      process.stderr.write(`${writeResults({ ...findings, samples: { load: [load] } })}\n`);
    });
  });
}

/** The works of two recordings of the same game. Their order is that of the first callbacks, which differs. So works of one kind are paired by their p95. */
function paired(load: Load, control: Load['works']): readonly [Load, readonly LoadFigures[]] {
  const inOrder = (works: Load['works']): Load['works'] =>
    works
      .filter(({ figures }) => figures.rate > 1) // one timer, which begins the game, runs once
      .toSorted((one, other) => one.kind.localeCompare(other.kind) || other.figures.p95 - one.figures.p95);
  return [{ ...load, works: inOrder(load.works) }, inOrder(control).map(({ figures }) => figures)];
}

/**
 * The figures of each work, and the largest difference in percent. Cancelled updates count in percent of all updates. The p95 of fewer than 20 callbacks, and
 * fewer than 20 drops, do not count.
 */
function rowsOf(load: string, { duration, works }: Load, measured: readonly LoadFigures[]): readonly Row[] {
  return works.slice(0, measured.length).map(({ figures, kind }, i) => {
    const found = measured[i]!;
    const names = ['rate', 'drops', 'updates', 'p95'] as const;
    const differences = names.map((name) => {
      const whole = name === 'drops' ? Math.max(figures.drops, figures.updates) : figures[name];
      const rate = name === 'p95' ? figures.rate : name === 'drops' ? figures.drops : Infinity;
      const isRare = rate * (duration / 1000) < 20;
      return whole === 0 || isRare ? 0 : (100 * Math.abs(found[name] - figures[name])) / whole;
    });
    const row: Record<string, string | number> = { load, work: `${kind} ${i + 1}` };
    for (const one of names) row[one] = `${digits(figures[one], 3)} → ${digits(found[one], 3)}`;
    return Object.assign(row, { 'largest difference, %': digits(Math.max(...differences), 2) });
  });
}
