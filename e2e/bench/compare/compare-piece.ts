import type { Page } from '@playwright/test';
import type { Row } from '../../tools/results/results.ts';
import { round } from '../../tools/statistics/statistics.ts';
import type { Piece } from './pieces.ts';
import { ratioInterval, verdictOf } from './ratio-interval.ts';
import type { Version } from './version.ts';

/** The two versions to compare: `base` is an earlier commit, `current` is this working tree. */
export interface Versions {
  readonly base: Version;
  readonly current: Version;
}

/** The costs of all runs, in the order of the runs, by the name of the line (see `Costs`). */
type Samples = Record<string, number[]>;

export interface Compared {
  readonly rows: readonly Row[];
  readonly samples: Readonly<Samples>;
}

/**
 * Runs a piece `pairs` times in both versions. The order of the versions alternates between pairs:
 * if the machine becomes slower with time, neither version has an advantage. A row gives the speed
 * of the current version as a multiple of the speed of the base version.
 */
export async function comparePiece(
  piece: Piece,
  { base, current }: Versions,
  { page, pairs }: { readonly page: Page; readonly pairs: number },
): Promise<Compared> {
  const samples = { base: {} as Samples, current: {} as Samples };
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? (['base', 'current'] as const) : (['current', 'base'] as const);
    for (const which of order) {
      const costs = await piece.run(which === 'base' ? base : current, page);
      for (const [line, cost] of Object.entries(costs)) (samples[which][line] ??= []).push(cost);
    }
  }
  return {
    rows: Object.keys(samples.current).map((line) => rowOf(line, samples.base[line], samples.current[line]!)),
    samples: { ...named('base', samples.base), ...named('current', samples.current) },
  };
}

/**
 * Compares one line. A line that only the current version has gets a row without a comparison. A line that only the base version has gets
 * no row.
 */
function rowOf(line: string, base: readonly number[] | undefined, current: readonly number[]): Row {
  if (base === undefined)
    return { line, speed: null, low: null, high: null, verdict: 'only in this version' };
  const { high, low, ratio } = ratioInterval(base, current);
  const verdict = verdictOf({ high, low });
  return { line, speed: round(ratio, 3), low: round(low, 3), high: round(high, 3), verdict };
}

function named(version: string, samples: Samples): Samples {
  return Object.fromEntries(Object.entries(samples).map(([line, values]) => [`${version}: ${line}`, values]));
}
