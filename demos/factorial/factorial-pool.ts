import { MultiProc, type MultiProcStatistics, type Backend, type TaskKind } from '@doha/multiproc';
import { killOne } from '../lib/kill-one.ts';
import type { Computed } from './computed.ts';
import type { multiplier } from './factorial.worker.ts';
import { intervalsOf } from './intervals.ts';
import { prime, warmUp } from './product.ts';

type Functions = typeof multiplier.functions;

/** Factors of a task: a few ms, so that all workers end at about the same time, and little is done again when one is killed. */
const perTask = 50_000;

/** Workers that compute factorials. */
export class FactorialPool {
  /** Workers that were killed. */
  killed = 0;
  #proc: MultiProc<Functions>;
  #product: TaskKind<Functions['product']>;

  private constructor(proc: MultiProc<Functions>) {
    this.#proc = proc;
    this.#product = proc.task('product', { retries: Infinity });
  }

  /** Resolves when all workers are there and have done something. With none, or where there can be none, the calling thread works. */
  static async open(workers: number): Promise<FactorialPool> {
    const proc = await MultiProc.start<Functions>({
      workers,
      spawn: () => new Worker(new URL('./factorial.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./factorial.worker.ts')).multiplier,
      onError: () => {}, // a worker that was killed: its intervals are multiplied again
    });
    const first = Array.from({ length: proc.workers }, (_, i) =>
      proc.worker(i).call('product', warmUp, prime),
    );
    await Promise.allSettled(first); // one that is lost meanwhile is replaced
    return new FactorialPool(proc);
  }

  get backend(): Backend {
    return this.#proc.backend;
  }

  get stats(): MultiProcStatistics {
    return this.#proc.stats;
  }

  /** n! modulo the prime. Rejects when `signal` is aborted, and takes back what nobody has begun. */
  async factorial(n: number, signal: AbortSignal): Promise<Computed> {
    const began = performance.now();
    const tasks = intervalsOf(n, perTask).map((interval) =>
      this.#product.submit([interval, prime], { signal }),
    );
    let answer = 1n;
    for (const task of tasks) {
      const outcome = await task.result;
      if (outcome.status === 'done') answer = (answer * outcome.value) % prime;
      else signal.throwIfAborted();
    }
    return { ms: performance.now() - began, answer };
  }

  /** A worker goes at once. Returns whether there was one. */
  kill(): boolean {
    const isGone = killOne(this.#proc);
    if (isGone) this.killed++;
    return isGone;
  }

  close(): void {
    this.#proc.dispose();
  }
}
