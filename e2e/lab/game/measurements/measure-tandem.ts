import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceReport, Report } from '../../../../demos/tandem-tools/tunnel/report.ts';
import type { LoadName } from '../../../../demos/tandem-tools/tunnel/settings.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { Findings } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';
import { bandsOf, figuresOf, jitter } from '../figures/figures.ts';
import { snapshotTimes, trajectoryError, type TrajectoryError } from '../figures/trajectory-error.ts';
import { type Run, seriesOf } from '../run/plan.ts';
import { type TunnelRun, playRun, withPage } from '../run/play-run.ts';
import { tablesOf } from '../tables/tables.ts';

export interface MeasureOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly runs: readonly Run[];
  readonly seconds: number;
  /** The folder for the results of the runs. */
  readonly folder: string;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** Numbers of enemies by load. */
type Enemies = Readonly<Record<LoadName, number>>;

/** Plays all runs and returns their findings. */
export async function measureTandem(options: MeasureOptions): Promise<Findings[]> {
  const { origin, runs, seconds, folder, log } = options;
  const page = `${origin}/demos/tandem-tools/tunnel/index.html`;
  const enemies: Partial<Record<Run['draw'], Enemies>> = {};
  for (const { draw } of runs) enemies[draw] ??= await calibrate(page, draw, folder);
  log(`enemies: ${JSON.stringify(enemies)}`);

  const played: TunnelRun[] = [];
  for (const run of runs) {
    log(`${played.length + 1} of ${runs.length}: ${seriesOf(run)}, phase ${run.phase} ms`);
    played.push(await playRun(run, { page, enemies: enemies[run.draw]![run.load], seconds, folder }));
  }
  const errors = await trajectoryErrors(`${origin}/demos/tandem-tools/tunnel/reference.html`, played, log);
  return findings(played, errors, { seconds, enemies });
}

/** Returns the numbers of enemies of the loads on this machine. They are measured once per folder. */
async function calibrate(page: string, draw: Run['draw'], folder: string): Promise<Enemies> {
  const path = join(folder, `calibration-${draw}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Record<LoadName, number>;
  const report = await withPage('all', (tab) => readReport<Report>(tab, `${page}?calibrate=1&draw=${draw}`));
  const { easy, medium, hard } = report.calibration!;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, JSON.stringify({ easy, medium, hard }));
  return { easy, medium, hard };
}

/** Compares the first run of each series with the reference, which is computed once for each load. */
async function trajectoryErrors(
  page: string,
  played: readonly TunnelRun[],
  log: (text: string) => void,
): Promise<Map<string, TrajectoryError>> {
  const errors = new Map<string, TrajectoryError>();
  for (const load of new Set(played.map(({ run }) => run.load))) {
    const firsts = [...bySeries(played).values()]
      .map((runs) => runs[0]!)
      .filter(({ run }) => run.load === load && run.draw === 'canvas' && run.cores === 'all');
    if (firsts.length === 0) continue;
    log(`reference of ${load}`);
    const times = [...new Set(firsts.flatMap(snapshotTimes))].toSorted((a, b) => a - b);
    const query = `n=${firsts[0]!.report.enemies}&seed=${firsts[0]!.report.settings.seed}&times=${times.join()}`;
    const reference = await withPage('all', (tab) => readReport<ReferenceReport>(tab, `${page}?${query}`));
    for (const first of firsts) {
      const indices = snapshotTimes(first).map((time) => times.indexOf(time));
      errors.set(seriesOf(first.run), trajectoryError(first, reference, indices));
    }
  }
  return errors;
}

function findings(
  played: readonly TunnelRun[],
  errors: ReadonlyMap<string, TrajectoryError>,
  parameters: Findings['parameters'],
): Findings[] {
  const series = [...bySeries(played)];
  const rows = series.map(([name, runs]) => {
    const error = errors.get(name);
    return figuresOf(runs, error === undefined ? [] : [error]);
  });
  const drawn = series.filter(([, [first]]) => first!.run.draw === 'canvas' && first!.run.cores === 'all');
  const bands = drawn.flatMap(([, runs]) => bandsOf(runs));
  return [
    {
      name: 'tandem',
      parameters,
      rows,
      samples: Object.fromEntries(
        series.map(([name, runs]) => [name, runs.flatMap(jitter).map((late) => round(late, 3))]),
      ),
    },
    { name: 'tandem-bands', parameters, rows: bands },
    ...Object.entries(tablesOf(rows, bands)).map(([name, table]) => ({ name, parameters, rows: table })),
  ];
}

function bySeries(played: readonly TunnelRun[]): Map<string, TunnelRun[]> {
  const series = new Map<string, TunnelRun[]>();
  for (const each of played) {
    const name = seriesOf(each.run);
    series.set(name, [...(series.get(name) ?? []), each]);
  }
  return series;
}
