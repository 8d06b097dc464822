import type { DifferenceReport } from '../../../../demos/tandem-tools/difference/difference-report.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { median, round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface DifferenceOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly enemies: number;
  /** Duration of a recording. */
  readonly seconds: number;
  readonly runs: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

type Loop = keyof DifferenceReport['loops'];
type Recorded = DifferenceReport['loops'][Loop];

const titles: Readonly<Record<keyof Recorded['vitals'], string>> = {
  frameTime: 'frame time',
  inputLatency: 'input latency',
  nearInterval: 'near enemies',
  farInterval: 'far enemies',
};

/** Lets the page `difference` record both loops in fresh browsers. Returns one row per loop, with the medians of all runs. */
export async function measureDifference(options: DifferenceOptions): Promise<Findings> {
  const { enemies, log, origin, runs, seconds } = options;
  const address = `${origin}/demos/tandem-tools/difference/?cores=2&seconds=${seconds}&enemies=${enemies}`;
  const reports: DifferenceReport[] = [];
  for (let run = 1; run <= runs; run++) {
    log(`difference, ${run} of ${runs}`);
    reports.push(await withPage('all', (page) => readReport<DifferenceReport>(page, address)));
  }
  const loops: readonly Loop[] = ['monolithic', 'adaptive'];
  return {
    name: 'tandem-difference',
    parameters: { enemies, seconds, runs },
    rows: loops.map((loop) =>
      rowOf(
        loop,
        reports.map(({ loops: all }) => all[loop]),
      ),
    ),
    samples: Object.fromEntries(loops.map((loop) => [loop, reports.map(({ loops: all }) => all[loop])])),
  };
}

function rowOf(loop: Loop, recorded: readonly Recorded[]): Row {
  const figures: readonly (readonly [string, number])[] = Object.entries(titles).flatMap(([name, title]) => {
    const quantiles = recorded.flatMap(({ vitals }) => vitals[name as keyof Recorded['vitals']] ?? []);
    return [
      [`${title} median`, round(median(quantiles.map((one) => one.median)), 1)],
      [`${title} p95`, round(median(quantiles.map(({ p95 }) => p95)), 1)],
    ];
  });
  const gameTime = median(recorded.map((one) => one.gameTime / one.length));
  return {
    version: loop,
    ...(Object.fromEntries(figures) as Record<string, number>),
    'game time %': round(100 * gameTime, 0),
  };
}
