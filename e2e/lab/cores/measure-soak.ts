import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { SoakReport } from './pages/soak.ts';
import { type Place, places, runAt, type Stage } from './run-everywhere.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly workers: number;
  /** Seconds from one worker that is killed to the next, on average. */
  readonly kill: number;
  readonly seed: number;
  /** Of the memory. */
  readonly readings: number;
}

/** What came of a soak at one place. */
export interface Soaked {
  readonly place: Place;
  readonly report: SoakReport;
}

/** Lets everything go on at once for long, with workers that are killed. */
export async function measureSoak(
  stage: Stage,
  options: SoakOptions,
): Promise<Findings & { readonly soaked: readonly Soaked[] }> {
  const soaked: Soaked[] = [];
  for (const place of places)
    soaked.push({ place, report: await runAt<SoakReport>(stage, place, { study: 'soak', ...options }) });
  return {
    name: 'measure-soak',
    parameters: { ...options },
    rows: rowsOf(soaked),
    samples: Object.fromEntries(soaked.map(({ place, report }) => [`${place}, bytes`, report.memory])),
    soaked,
  };
}

/** One row for each thing that was counted, a column for each place. */
function rowsOf(soaked: readonly Soaked[]): Row[] {
  const figures = soaked.map(({ place, report }) => ({ place, of: figuresOf(report) }));
  const names = [...new Set(figures.flatMap(({ of }) => Object.keys(of)))];
  return names.map((what) => {
    const row: Record<string, number | string> = { what };
    for (const { of, place } of figures) row[place] = of[what] ?? 0;
    return row;
  });
}

function figuresOf({ counts, memory }: SoakReport): Record<string, number> {
  const { problems = 0, ...done } = counts;
  return {
    ...done,
    problems,
    'heap, last fifth of the time × first': growthOf(memory.map(({ heap }) => heap)),
    'memory of the process, last fifth × first': growthOf(memory.map(({ resident }) => resident)),
  };
}

function growthOf(bytes: readonly number[]): number {
  const fifth = Math.max(1, Math.floor(bytes.length / 5));
  return digits(median(bytes.slice(-fifth)) / median(bytes.slice(0, fifth)), 4);
}
