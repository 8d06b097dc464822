import { checkNumber } from '@doha/loop/options';
import type { CloseOptions, MultiProc, MultiProcParts } from '../multi-proc.ts';
import type { Backend } from '../pool/startup.ts';
import type { MultiProcStatistics } from '../pool/statistics.ts';
import type { WorkerSubscriptions } from '../pubsub/worker-subscriptions.ts';
import type { SubmitOptions } from '../task/remote-task.ts';
import { type Functions, type ResultOf, TaskKind } from '../task/task-kind.ts';
import type { PoolSession } from './pool-session.ts';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import { SharedState } from './shared-state.ts';
import { SharedWorkerHandle } from './shared-worker-handle.ts';

/** A pool whose threads share topics, tables, ids and entities. It has the members of the pool as well. */
export class SharedPool<F extends Functions> extends SharedState {
  /** The pool. */
  readonly pool: MultiProc<F>;
  #parts: MultiProcParts;
  #subscriptions: WorkerSubscriptions;

  /** @internal */
  constructor(pool: MultiProc<F>, session: PoolSession) {
    super(session.hub.peer);
    this.pool = pool;
    this.#parts = pool.parts;
    this.#subscriptions = session.subscriptions;
  }

  /** As {@link MultiProc.backend}. */
  get backend(): Backend {
    return this.pool.backend;
  }

  /** As {@link MultiProc.workers}. */
  get workers(): number {
    return this.pool.workers;
  }

  /** As {@link MultiProc.stats}. */
  get stats(): MultiProcStatistics {
    return this.pool.stats;
  }

  /** As {@link MultiProc.task}. */
  task<Name extends keyof F & string>(name: Name, defaults: Readonly<SubmitOptions> = {}): TaskKind<F[Name]> {
    return new TaskKind(this.#parts.kinds, name, defaults);
  }

  /** As {@link MultiProc.run}. */
  run<Name extends keyof F & string>(
    name: Name,
    args: Readonly<ArgumentsOf<F[Name]>>,
    options?: Readonly<SubmitOptions>,
  ): Promise<ResultOf<F[Name]>> {
    return this.#parts.runs.run<F[Name]>(name, args, options);
  }

  /** As {@link MultiProc.ready}. */
  get ready(): Promise<void> {
    return this.pool.ready;
  }

  /** As {@link MultiProc.worker}. The handle also has the method `subscribe`. */
  worker(index: number): SharedWorkerHandle<F> {
    checkNumber('MultiProc.worker: index', index, { min: 0, max: this.workers - 1, whole: true });
    return new SharedWorkerHandle<F>(this.#parts, index, this.#subscriptions);
  }

  /**
   * Disposes of the pool and ends the shared state. Pending replicas reject, and open replicas end.
   * Subscribers, and functions that `worker(i).subscribe` has named, are not called any more.
   */
  dispose(): void {
    this.pool.dispose();
  }

  /** As {@link MultiProc.close}. The shared state ends when all tasks have ended. */
  close(options?: Readonly<CloseOptions>): Promise<void> {
    return this.pool.close(options);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
