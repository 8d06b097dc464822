import { MultiProc, type MultiProcStatistics, type Backend, type TaskKind } from '@doha/multiproc';
import { terminateBusiest } from '../lib/terminate-busiest.ts';
import type { TimedResult } from './timed-result.ts';
import type { multiplier } from './factorial.worker.ts';
import { intervalsOf } from './intervals.ts';
import { prime, warmUp } from './product.ts';

type Functions = typeof multiplier.functions;

/**
 * Factors per task: a few ms of work. With such short tasks all workers finish at about the same
 * time, and a killed worker loses little work.
 */
const factorsPerTask = 50_000;

/** Computes factorials with workers. */
export class FactorialPool {
  /** The number of killed workers. */
  killed = 0;
  #proc: MultiProc<Functions>;
  #product: TaskKind<Functions['product']>;

  private constructor(proc: MultiProc<Functions>) {
    this.#proc = proc;
    this.#product = proc.task('product', { retries: Infinity });
  }

  /**
   * Resolves when each worker has run a warm-up task. With 0 workers, or where workers are not
   * available, the tasks run in the calling thread.
   */
  static async open(workers: number): Promise<FactorialPool> {
    const proc = await MultiProc.start<Functions>({
      workers,
      spawn: () => new Worker(new URL('./factorial.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./factorial.worker.ts')).multiplier,
      startLimit: 30_000, // a measurement of workers should not fall back to one thread because the machine is busy
      onError: () => {}, // a killed worker is no error here: its tasks are retried
    });
    const warmUps = Array.from({ length: proc.workers }, (_, i) =>
      proc.worker(i).call('product', [warmUp, prime]),
    );
    await Promise.allSettled(warmUps); // a lost worker is replaced
    return new FactorialPool(proc);
  }

  get backend(): Backend {
    return this.#proc.backend;
  }

  get stats(): MultiProcStatistics {
    return this.#proc.stats;
  }

  /**
   * Computes n! modulo `prime`. When `signal` is aborted, rejects and cancels the tasks that have
   * not begun.
   */
  async factorial(n: number, signal: AbortSignal): Promise<TimedResult> {
    const began = performance.now();
    const tasks = intervalsOf(n, factorsPerTask).map((interval) =>
      this.#product.submit([interval, prime], { signal }),
    );
    let answer = 1n;
    for (const task of tasks) {
      const outcome = await task.result;
      signal.throwIfAborted();
      if (outcome.status !== 'done') throw new Error(`factorial: a task was ${outcome.status}`);
      answer = (answer * outcome.value) % prime;
    }
    return { ms: performance.now() - began, answer };
  }

  /**
   * Terminates the worker with the most tasks in flight. Returns false if no worker could be
   * terminated.
   */
  kill(): boolean {
    const isKilled = terminateBusiest(this.#proc);
    if (isKilled) this.killed++;
    return isKilled;
  }

  close(): void {
    this.#proc.dispose();
  }
}
