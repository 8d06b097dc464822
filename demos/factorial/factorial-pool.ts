import { MultiProc, type MultiProcStatistics, type Backend, type TaskKind } from '@doha/multiproc';
import { busiestWorker } from '../lib/busiest-worker.ts';
import { FollowedTasks } from '../lib/followed-tasks.ts';
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
  /** The tasks of the factorial, in the order of their intervals. */
  readonly tasks: FollowedTasks;
  #proc: MultiProc<Functions>;
  #product: TaskKind<Functions['product']>;

  private constructor(proc: MultiProc<Functions>, tasks: FollowedTasks) {
    this.#proc = proc;
    this.tasks = tasks;
    this.#product = proc.task('product', { retries: Infinity });
  }

  /**
   * Resolves when each worker has run a warm-up task. With 0 workers, or where workers are not
   * available, the tasks run in the calling thread.
   */
  static async open(workers: number): Promise<FactorialPool> {
    const tasks = new FollowedTasks();
    const proc = await MultiProc.start<Functions>({
      workers,
      probe: tasks.probe,
      spawn: () => new Worker(new URL('./factorial.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./factorial.worker.ts')).multiplier,
      startLimit: 30_000, // a measurement of workers should not fall back to one thread because the machine is busy
      onError: () => {}, // a killed worker is no error here: its tasks are retried
    });
    const warmUps = Array.from({ length: proc.workers }, (_, i) =>
      proc.worker(i).call('product', [warmUp, prime]),
    );
    await Promise.allSettled(warmUps); // a lost worker is replaced
    return new FactorialPool(proc, tasks);
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
    const intervals = intervalsOf(n, factorsPerTask);
    this.tasks.begin(intervals.length);
    const tasks = intervals.map((interval, number) => {
      const task = this.#product.submit([interval, prime], { signal });
      this.tasks.follow(task, number);
      return task;
    });
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
   * Terminates the worker with the most tasks. Returns the number of these tasks, which other workers repeat; undefined if no worker could be terminated.
   */
  kill(): number | undefined {
    const worker = busiestWorker(this.#proc.stats);
    if (worker === undefined) return undefined;
    const lost = this.tasks.lose(worker);
    if (!this.#proc.worker(worker).terminate()) return undefined;
    this.killed++;
    return lost.length;
  }

  close(): void {
    this.#proc.dispose();
  }
}
