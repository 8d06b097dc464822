import { factorialAlone } from './factorial-alone.ts';
import { FactorialPool } from './factorial-pool.ts';
import type { Plan } from './plan.ts';
import type { Report, Run } from './report.ts';

/** Callbacks of a measurement. */
export interface Observer {
  /** A run begins. `pool`: undefined for the run without DOHA. */
  readonly onBegin: (workers: Run['workers'], pool: FactorialPool | undefined) => void;
  /** A run has ended. `runs`: all runs so far. */
  readonly onEnd: (runs: readonly Run[]) => void;
}

/**
 * In each round, computes n! once in the page alone and once with each planned number of workers.
 * Rejects when `signal` is aborted.
 */
export async function measure(plan: Plan, observer: Observer, signal: AbortSignal): Promise<Report> {
  const runs: Run[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    for (const workers of ['alone', ...plan.workers] as const) {
      runs.push({ round, ...(await run(workers, plan.n, observer, signal)) });
      observer.onEnd(runs);
    }
  }
  return { plan, cores: navigator.hardwareConcurrency, isolated: crossOriginIsolated, runs };
}

async function run(
  workers: Run['workers'],
  n: number,
  observer: Observer,
  signal: AbortSignal,
): Promise<Omit<Run, 'round'>> {
  const pool = workers === 'alone' ? undefined : await FactorialPool.open(workers);
  try {
    signal.throwIfAborted();
    observer.onBegin(workers, pool);
    const { answer, ms } = await (pool?.factorial(n, signal) ?? factorialAlone(n, signal));
    return { workers, backend: pool?.backend, ms, answer: String(answer), killed: pool?.killed ?? 0 };
  } finally {
    pool?.close();
  }
}
