import type { LevelReport } from '../../../../demos/tandem-tools/recorded/level-report.ts';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { doubles } from '../figures/decode.ts';
import { bandsOf, figuresOf, jitter } from '../figures/figures.ts';
import { type Counted, traceRun } from '../run/play-run.ts';

export interface FloodOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly levels: readonly string[];
  readonly versions: readonly VersionName[];
  readonly seconds: number;
  /** Where the runs start between two pictures of a 60 Hz display, in ms: each level is played once from each in each version. */
  readonly phases: readonly number[];
  /** Says what is being done. */
  readonly tell: (text: string) => void;
}

/** One go at a level. */
interface Go extends Counted {
  readonly report: LevelReport;
}

/** Plays levels by their recordings in some versions, taking turns, and returns what that shows, ready to be written. */
export async function measureFloods(options: FloodOptions): Promise<Findings> {
  const { levels, origin, phases, seconds, tell, versions } = options;
  const goes = new Map<string, Go[]>();
  for (const phase of phases) {
    for (const level of levels) {
      for (const version of versions) {
        const series = `${level}-${version}`;
        tell(`${series}, phase ${phase} ms`);
        const address = `${origin}/demos/tandem-tools/recorded/recorded.html?level=${level}&version=${version}&workers=2&seconds=${seconds}&phase=${phase}`;
        const run = { load: level, version, draw: 'canvas', phase, cores: 'all' } as const;
        const go: Go = { run, ...(await traceRun<LevelReport>(run, address)) };
        goes.set(series, [...(goes.get(series) ?? []), go]);
      }
    }
  }
  return {
    name: 'tandem-floods',
    parameters: { seconds, phases },
    rows: [...goes.values()].map(rowOf),
    samples: Object.fromEntries(
      [...goes].map(([series, all]) => [series, all.flatMap(jitter).map((late) => round(late, 3))]),
    ),
  };
}

function rowOf(goes: readonly Go[]): Row {
  const figures = figuresOf(goes, []);
  const gaps = goes.flatMap(gapsOf);
  const finished = goes.map(({ report }) => report.finishedIn).filter((steps) => steps >= 0);
  return {
    level: goes[0]!.run.load,
    version: goes[0]!.run.version,
    ...Object.fromEntries(shown.map((name) => [name, figures[name]!])),
    'picture to picture p95': round(quantile(gaps, 0.95), 1),
    'longest picture': round(
      gaps.reduce((most, gap) => Math.max(most, gap), 0),
      1,
    ),
    'nearest enemies Hz': bandsOf(goes).at(-1)!['rate Hz']!,
    falls: goes.reduce((sum, { report }) => sum + report.falls, 0),
    finished: `${finished.length} of ${goes.length}`,
  };
}

const shown = [
  'enemies',
  'players Hz',
  'pictures Hz',
  'uneven pictures %',
  'jitter median',
  'jitter p95',
  'input delay median',
  'input delay p95',
  'time lost %',
  'time lived %',
  'enemies Hz',
] as const;

function gapsOf({ report }: Go): number[] {
  const start = doubles(report.recording.frames.start);
  return Array.from(start.subarray(1), (time, i) => time - start[i]!);
}
