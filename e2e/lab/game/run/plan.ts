import type { LoadName } from '../../../../demos/tandem-tools/tunnel/settings.ts';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';

/** One run of the game in a fresh browser. */
export interface Run {
  readonly load: LoadName;
  readonly version: VersionName;
  /** Threads of the concurrent version, and how they share the map. */
  readonly workers?: number | 'auto';
  readonly regions?: 'balanced' | 'equal';
  readonly draw: 'canvas' | 'none';
  /** Milliseconds from a picture of the display to the start of the game. */
  readonly phase: number;
  /** Cores that the browser may use: all there are, or one. */
  readonly cores: 'all' | 'one';
}

/** Where the runs of a measurement start between two pictures of a 60 Hz display, in ms. */
const phases = [0, 5.6, 11.1];
const loads: readonly LoadName[] = ['easy', 'medium', 'hard'];
const versions: readonly VersionName[] = ['monolithic', 'sliced', 'adaptive'];
/** Threads of the concurrent version in the paper. */
const usualWorkers = 2;
const crews = [1, 3, 4];

/**
 * All runs, the versions alternating: each load in each version with drawing, and those of one thread without; the hard load with other numbers of
 * threads, and with equal regions; then the easy load on one core (the paper's table 5). Once for each of the first `repetitions` phases.
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
    for (const workers of crews) runs.push({ ...concurrent, workers, load: 'hard', phase });
    runs.push({ ...concurrent, regions: 'equal', load: 'hard', phase });
    for (const version of versions) {
      runs.push({ load: 'easy', version, draw: 'canvas', phase, cores: 'one' });
    }
    runs.push({ ...concurrent, workers: 'auto', load: 'easy', phase, cores: 'one' });
  }
  return runs;
}

const concurrent = { version: 'concurrent', workers: usualWorkers, draw: 'canvas', cores: 'all' } as const;

/** A name for the run's files. */
export function nameOf(run: Run): string {
  return `${seriesOf(run)}-${run.phase}`;
}

/** What the runs that differ only in their phase have in common. */
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
