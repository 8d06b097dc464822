import type { SoakReport } from '../pages/many-cores/soak.ts';
import type { Findings, Row } from '../results.ts';
import { digits, median } from '../statistics.ts';
import { type Place, places, runStudy, type Stage } from './run-everywhere.ts';

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
    soaked.push({ place, report: await runStudy<SoakReport>(stage, place, { study: 'soak', ...options }) });
  return {
    name: 'measure-soak',
    parameters: { ...options },
    rows: soaked.map(rowOf),
    samples: Object.fromEntries(soaked.map(({ place, report }) => [`${place}, bytes`, report.memory])),
    soaked,
  };
}

function rowOf({ place, report: { counts, memory, problems } }: Soaked): Row {
  const fifth = Math.max(1, Math.floor(memory.length / 5));
  const growth = (part: 'heap' | 'resident'): number => {
    const of = (readings: SoakReport['memory']): number => median(readings.map((reading) => reading[part]));
    return digits(of(memory.slice(-fifth)) / of(memory.slice(0, fifth)), 4);
  };
  return {
    where: place,
    ...counts,
    problems: counts['problems'] ?? 0,
    'the first': problems[0] ?? '',
    'heap, last fifth × first': growth('heap'),
    'memory of the process, last fifth × first': growth('resident'),
  };
}
