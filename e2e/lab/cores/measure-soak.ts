import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { SoakReport } from './pages/soak.ts';
import { type Environment, environments, runAt, type Stage } from './run-everywhere.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly workers: number;
  /** Mean seconds between two kills of workers. */
  readonly kill: number;
  readonly seed: number;
  /** Number of memory readings. */
  readonly readings: number;
}

/** The report of a soak in one environment. */
export interface SoakResult {
  readonly environment: Environment;
  readonly report: SoakReport;
}

/**
 * Runs the soak in all environments: many features of the pool at once, while workers are killed.
 */
export async function measureSoak(
  stage: Stage,
  options: SoakOptions,
): Promise<Findings & { readonly soaked: readonly SoakResult[] }> {
  const soaked: SoakResult[] = [];
  for (const environment of environments)
    soaked.push({
      environment,
      report: await runAt<SoakReport>(stage, environment, { study: 'soak', ...options }),
    });
  return {
    name: 'measure-soak',
    parameters: { ...options },
    rows: rowsOf(soaked),
    samples: Object.fromEntries(
      soaked.map(({ environment, report }) => [`${environment}, bytes`, report.memory]),
    ),
    soaked,
  };
}

/** One row per counter, and one column per environment. */
function rowsOf(soaked: readonly SoakResult[]): Row[] {
  const figures = soaked.map(({ environment, report }) => ({ environment, of: figuresOf(report) }));
  const names = [...new Set(figures.flatMap(({ of }) => Object.keys(of)))];
  return names.map((name) => {
    const row: Record<string, number | string> = { what: name };
    for (const { of, environment } of figures) row[environment] = of[name] ?? 0;
    return row;
  });
}

function figuresOf({ counts, memory }: SoakReport): Record<string, number> {
  const { problems = 0, ...done } = counts;
  return {
    ...done,
    problems,
    'heap: median of the last fifth of the time, ÷ that of the first fifth': growthOf(
      memory.map(({ heap }) => heap),
    ),
    'memory of the process: the same': growthOf(memory.map(({ resident }) => resident)),
  };
}

function growthOf(bytes: readonly number[]): number {
  const fifth = Math.max(1, Math.floor(bytes.length / 5));
  return digits(median(bytes.slice(-fifth)) / median(bytes.slice(0, fifth)), 4);
}
