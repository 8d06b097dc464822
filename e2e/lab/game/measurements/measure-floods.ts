import type { LevelReport } from '../../../../demos/tandem-tools/recorded/level-report.ts';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { doubles } from '../figures/decode.ts';
import { bandsOf, figuresOf, jitter } from '../figures/figures.ts';
import { type MeasuredRun, traceRun } from '../run/play-run.ts';

export interface FloodOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly levels: readonly string[];
  readonly versions: readonly VersionName[];
  readonly seconds: number;
  /**
   * Times in ms between a frame of a 60 Hz display and the start of a run. Each version plays each
   * level once for each of these times.
   */
  readonly phases: readonly number[];
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** One run of a level. */
interface LevelRun extends MeasuredRun {
  readonly report: LevelReport;
}

/** Plays levels by their recordings, in alternating versions. Returns one row per level and version. */
export async function measureFloods(options: FloodOptions): Promise<Findings> {
  const { levels, origin, phases, seconds, log, versions } = options;
  const runs = new Map<string, LevelRun[]>();
  for (const phase of phases) {
    for (const level of levels) {
      for (const version of versions) {
        const series = `${level}-${version}`;
        log(`${series}, phase ${phase} ms`);
        const address = `${origin}/demos/tandem-tools/recorded/recorded.html?level=${level}&version=${version}&workers=2&seconds=${seconds}&phase=${phase}`;
        const run = { load: level, version, draw: 'canvas', phase, cores: 'all' } as const;
        const levelRun: LevelRun = { run, ...(await traceRun<LevelReport>(run, address)) };
        runs.set(series, [...(runs.get(series) ?? []), levelRun]);
      }
    }
  }
  return {
    name: 'tandem-floods',
    parameters: { seconds, phases },
    rows: [...runs.values()].map(rowOf),
    samples: Object.fromEntries(
      [...runs].map(([series, all]) => [series, all.flatMap(jitter).map((late) => round(late, 3))]),
    ),
  };
}

function rowOf(runs: readonly LevelRun[]): Row {
  const figures = figuresOf(runs, []);
  const gaps = runs.flatMap(gapsOf);
  const finished = runs.map(({ report }) => report.finishedIn).filter((steps) => steps >= 0);
  return {
    level: runs[0]!.run.load,
    version: runs[0]!.run.version,
    ...Object.fromEntries(shown.map((name) => [name, figures[name]!])),
    'frame time p95': round(quantile(gaps, 0.95), 1),
    'longest frame time': round(
      gaps.reduce((most, gap) => Math.max(most, gap), 0),
      1,
    ),
    'nearest enemies Hz': bandsOf(runs).at(-1)!['rate Hz']!,
    falls: runs.reduce((sum, { report }) => sum + report.falls, 0),
    finished: `${finished.length} of ${runs.length}`,
  };
}

const shown = [
  'enemies',
  'players Hz',
  'fps',
  'uneven frame times %',
  'jitter median',
  'jitter p95',
  'input delay median',
  'input delay p95',
  'time lost %',
  'time received %',
  'enemies Hz',
] as const;

function gapsOf({ report }: LevelRun): number[] {
  const start = doubles(report.recording.frames.start);
  return Array.from(start.subarray(1), (time, i) => time - start[i]!);
}
