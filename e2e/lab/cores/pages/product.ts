import { MultiProc } from '@doha/multiproc';
import { numberOf, type Platform } from './platform.ts';
import type { Multiplier } from './product.worker.ts';
import { remainderOf, timesModulo } from './remainder-of.ts';

/** The duration of one computation of n! modulo a prime. */
export interface ProductRun {
  /** Number of workers. 0 is the calling thread, without tasks. */
  readonly workers: number;
  readonly milliseconds: number;
}

/**
 * Computes n! modulo a prime. Each task multiplies a part of the factors. All factors cost the same, so the times depend only on the distribution of the work.
 *
 * &n=20000000
 * &parts=64     number of tasks
 * &workers=1,2  sizes of the pools
 * &rounds=9     measured rounds, each with every number of workers, after one unmeasured round
 */
export async function product(query: URLSearchParams, platform: Platform): Promise<ProductRun[]> {
  const [n, parts] = [numberOf(query, 'n'), numberOf(query, 'parts')];
  const contestants: [number, (n: number) => Promise<number>, () => void][] = [
    [0, (limit) => Promise.resolve(remainderOf(1, limit)), () => {}],
  ];
  for (const workers of (query.get('workers') ?? '').split(',').map(Number)) {
    const proc = await MultiProc.start<Multiplier>({ workers, spawn: () => platform.spawn('product') });
    contestants.push([workers, (limit) => multiplyWith(proc, limit, parts), () => proc.dispose()]);
  }
  const found: ProductRun[] = [];
  const expected = remainderOf(1, n);
  for (let round = 0; round <= numberOf(query, 'rounds'); round++) {
    for (const [workers, multiply] of contestants) {
      const began = performance.now();
      const answer = await multiply(n);
      const milliseconds = performance.now() - began;
      if (answer !== expected)
        throw new Error(
          `Compute ${n}! with ${workers} workers: the remainder must be ${expected}, got ${answer}`,
        );
      if (round > 0) found.push({ workers, milliseconds });
    }
  }
  for (const [, , end] of contestants) end();
  return found;
}

async function multiplyWith(proc: MultiProc<Multiplier>, n: number, parts: number): Promise<number> {
  const length = Math.ceil(n / parts);
  const remainder = proc.task('remainder');
  const tasks = Array.from({ length: parts }, (_, part) =>
    remainder.submit([part * length + 1, Math.min(n, (part + 1) * length)]),
  );
  const outcomes = await Promise.all(tasks.map(({ result }) => result));
  return outcomes.reduce(
    (all, outcome) => timesModulo(all, outcome.status === 'done' ? outcome.value : NaN),
    1,
  );
}
