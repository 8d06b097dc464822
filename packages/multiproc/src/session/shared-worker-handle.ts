import { checkKind } from '@doha/loop/options';
import { disposedError } from '../pool-closed-error.ts';
import type { MultiProcParts } from '../multi-proc.ts';
import { WorkerHandle } from '../pool/worker-handle.ts';
import type { WorkerSubscriptions } from '../pubsub/worker-subscriptions.ts';
import { checkName, type Functions } from '../task/task-kind.ts';

/** A handle of one worker of a shared pool. */
export class SharedWorkerHandle<F extends Functions> extends WorkerHandle<F> {
  #parts: MultiProcParts;
  #subscriptions: WorkerSubscriptions;

  /** @internal */
  constructor(parts: MultiProcParts, index: number, subscriptions: WorkerSubscriptions) {
    super(parts.pool, index, parts.kinds);
    this.#parts = parts;
    this.#subscriptions = subscriptions;
  }

  /**
   * Makes this worker, and its replacements, call an exposed function with each value of a topic.
   * Values with the retention 'all' that are published while the worker is being replaced are not
   * sent to it. Returns a function that unsubscribes; values still arrive until the worker has
   * received that request. Throws a RangeError if there is no such function, and a PoolClosedError
   * if the pool is disposed of.
   */
  subscribe<Name extends keyof F & string>(topic: string, name: Name): () => void {
    checkKind('subscribe: topic', typeof topic === 'string', 'a string', topic);
    checkName('subscribe', name, this.#parts.kinds.names);
    if (this.#parts.pool.isDisposed) throw disposedError('subscribe');
    return this.#subscriptions.add({ index: this.index, topic, name });
  }
}
