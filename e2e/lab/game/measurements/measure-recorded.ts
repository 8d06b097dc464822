import type { LevelReport } from '../../../../demos/tandem-tools/recorded/level-report.ts';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { readKeys } from '../run/finish-level.ts';
import { withPage } from '../run/play-run.ts';

export interface RecordedOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly levels: readonly string[];
  readonly versions: readonly VersionName[];
  /** Threads of the concurrent version. */
  readonly workers: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** Seconds of play after the end of a recording. */
const spare = 3;

/**
 * Plays levels by their recordings in real time. Returns which levels were finished. On a slow
 * machine enemies are delayed, so the recorded keys may not finish a level.
 */
export async function measureRecorded(options: RecordedOptions): Promise<Findings> {
  const { levels, origin, log, versions, workers } = options;
  const rows: Row[] = [];
  for (const level of levels) {
    const steps = stepsOf(level);
    const row: Record<string, string | number> = { level, steps };
    for (const version of versions) {
      log(`${level}, ${version}`);
      const seconds = Math.ceil(steps / 60) + spare;
      const query = `level=${level}&version=${version}&workers=${workers}&seconds=${seconds}`;
      const address = `${origin}/demos/tandem-tools/recorded/recorded.html?${query}`;
      const { falls, finishedIn } = await withPage('all', (page) => readReport<LevelReport>(page, address));
      row[version] = finishedIn >= 0 ? `in ${finishedIn} steps` : 'no';
      row[`${version}, falls`] = falls;
    }
    rows.push(row);
  }
  return { name: 'tandem-recorded', parameters: { workers }, rows };
}

function stepsOf(level: string): number {
  return readKeys(level).lines.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0);
}
