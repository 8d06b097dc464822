import { alone } from './alone.ts';
import { FactorialPool } from './factorial-pool.ts';
import type { Plan } from './plan.ts';
import type { Report, Run } from './report.ts';

/** Who watches a measurement. */
export interface Observer {
  /** `pool`: undefined if the page computes alone. */
  readonly begins: (workers: Run['workers'], pool: FactorialPool | undefined) => void;
  /** All runs until now. */
  readonly ended: (runs: readonly Run[]) => void;
}

/** Computes n! by the page alone and by as many workers as planned, round by round. Rejects when `signal` is aborted. */
export async function measure(plan: Plan, observer: Observer, signal: AbortSignal): Promise<Report> {
  const runs: Run[] = [];
  const round = ['alone', ...plan.workers] as const;
  for (let i = 0; i < plan.rounds * round.length; i++) {
    runs.push(await run(round[i % round.length]!, plan.n, observer, signal));
    observer.ended(runs);
  }
  return { plan, cores: navigator.hardwareConcurrency, isolated: crossOriginIsolated, runs };
}

async function run(
  workers: Run['workers'],
  n: number,
  observer: Observer,
  signal: AbortSignal,
): Promise<Run> {
  const pool = workers === 'alone' ? undefined : await FactorialPool.open(workers);
  try {
    signal.throwIfAborted();
    observer.begins(workers, pool);
    const { answer, ms } = await (pool?.factorial(n, signal) ?? alone(n, signal));
    return { workers, backend: pool?.backend, ms, answer: String(answer), killed: pool?.killed ?? 0 };
  } finally {
    pool?.close();
  }
}
