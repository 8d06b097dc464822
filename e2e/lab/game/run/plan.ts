import type { LoadName } from '../../../../demos/tandem-tools/tunnel/settings.ts';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';

/** One run of the game in a fresh browser. */
export interface Run {
  readonly load: LoadName;
  readonly version: VersionName;
  /** Number of threads of the concurrent version. */
  readonly workers?: number | 'auto';
  /** Division of the map among these threads. */
  readonly regions?: 'balanced' | 'equal';
  readonly draw: 'canvas' | 'none';
  /** Milliseconds from a frame of the display to the start of the game. */
  readonly phase: number;
  /** Cores that the browser may use. */
  readonly cores: 'all' | 'one';
}

/** Values of `phase`: thirds of the period of a 60 Hz display. */
const phases = [0, 5.6, 11.1];
const loads: readonly LoadName[] = ['easy', 'medium', 'hard'];
const versions: readonly VersionName[] = ['monolithic', 'sliced', 'adaptive'];
/** Threads of the concurrent version in the paper. */
const usualWorkers = 2;
const otherWorkers = [1, 3, 4];

/**
 * Returns all runs, with alternating versions. For each of the first `repetitions` phases, these
 * are:
 *
 * - each load in each version with drawing, and in versions with one thread also without drawing;
 * - the hard load with other numbers of threads, and with equal regions;
 * - the easy load on one core (the paper's table 5).
 */
export function plan(repetitions: number = phases.length): Run[] {
  const runs: Run[] = [];
  for (const phase of phases.slice(0, repetitions)) {
    for (const load of loads) {
      for (const draw of ['canvas', 'none'] as const) {
        for (const version of versions) runs.push({ load, version, draw, phase, cores: 'all' });
      }
      runs.push({ ...concurrent, load, phase });
    }
    for (const workers of otherWorkers) runs.push({ ...concurrent, workers, load: 'hard', phase });
    runs.push({ ...concurrent, regions: 'equal', load: 'hard', phase });
    for (const version of versions) {
      runs.push({ load: 'easy', version, draw: 'canvas', phase, cores: 'one' });
    }
    runs.push({ ...concurrent, workers: 'auto', load: 'easy', phase, cores: 'one' });
  }
  return runs;
}

const concurrent = { version: 'concurrent', workers: usualWorkers, draw: 'canvas', cores: 'all' } as const;

/** The name of the run's files. */
export function nameOf(run: Run): string {
  return `${seriesOf(run)}-${run.phase}`;
}

/** The name of the series of a run. Runs of one series differ only in their phase. */
export function seriesOf({
  load,
  version,
  draw,
  cores,
  workers,
  regions,
}: Omit<Run, 'phase' | 'load'> & { readonly load: string }): string {
  return [
    load,
    version,
    ...(workers === undefined ? [] : [String(workers)]),
    ...(regions === undefined ? [] : [regions]),
    ...(draw === 'none' ? ['undrawn'] : []),
    ...(cores === 'one' ? ['one-core'] : []),
  ].join('-');
}
