import { alone } from './alone.ts';
import { Crew } from './crew.ts';
import type { Plan } from './plan.ts';
import type { Report, Run } from './report.ts';

/** Who watches a measurement. */
export interface Observer {
  /** `crew`: who works, if it is not the page alone. */
  readonly begins: (workers: Run['workers'], crew: Crew | undefined) => void;
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
  const crew = workers === 'alone' ? undefined : await Crew.open(workers);
  try {
    signal.throwIfAborted();
    observer.begins(workers, crew);
    const { answer, ms } = await (crew?.factorial(n, signal) ?? alone(n, signal));
    return { workers, backend: crew?.backend, ms, answer: String(answer), killed: crew?.killed ?? 0 };
  } finally {
    crew?.close();
  }
}
