import { checkCallback, checkKind, checkOptions, checkSignal } from '@doha/loop/options';
import { checkTransferables } from '../transport/check-transferables.ts';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import { callSite } from '../task/call-site.ts';
import { callPromise } from '../task/call-promise.ts';
import { valueOf } from '../task/value-of.ts';
import type { Pool } from './pool.ts';
import { RemoteTask, type SubmitOptions } from '../task/remote-task.ts';
import {
  checkName,
  copyOfArguments,
  type Functions,
  type ResultOf,
  type TaskKindOptions,
} from '../task/task-kind.ts';
import type { MessagePort } from '../platform-types.ts';

/** The highest possible priority. */
const HIGHEST = Number.MAX_VALUE;

/** Options of a call. An option that is `undefined` counts as absent. */
export type CallOptions = Pick<SubmitOptions, 'signal' | 'transfer'>;

type HandleOptions = Pick<TaskKindOptions, 'names' | 'traces'>;

/** A handle of one worker. If the worker is lost, the handle stands for its replacement. */
export class WorkerHandle<F extends Functions> {
  /** The worker's index, counted from 0. */
  readonly index: number;
  #pool: Pool;
  #names: readonly string[];
  #traces: boolean;

  /** @internal */
  constructor(pool: Pool, index: number, { names, traces }: HandleOptions) {
    this.#pool = pool;
    this.index = index;
    this.#names = names;
    this.#traces = traces;
  }

  /**
   * Calls an exposed function in this worker. The call skips the queue and precedes all tasks that
   * wait in the worker. Resolves to the function's result. Rejects with the error of the function,
   * with a TaskDroppedError if `signal` is aborted, with a WorkerLostError if the worker is lost or
   * is being replaced, and with a PoolClosedError if the pool is closed. A rejection goes to
   * `onError` if neither `await` nor `then` was used on the promise before. Throws a RangeError if
   * there is no such function, and a TypeError if an argument of `call` is invalid.
   */
  call<Name extends keyof F & string>(
    name: Name,
    args: Readonly<ArgumentsOf<F[Name]>>,
    options: Readonly<CallOptions> = {},
  ): Promise<ResultOf<F[Name]>> {
    checkName('call', name, this.#names);
    const { signal, transfer } = checkedOptions(options);
    const origin = this.#traces ? callSite('called', 1) : called;
    const source = { owner: this.#pool, name, origin };
    const taskOptions = { priority: HIGHEST, signal, transfer };
    const task = new RemoteTask<ResultOf<F[Name]>>(source, copyOfArguments('call', args), taskOptions, true);
    const value = valueOf(task); // the promise of the call reports failures
    if (!task.hasEnded) this.#pool.call(this.index, task);
    return callPromise(
      value,
      (callback) => this.#pool.afterMessages(callback),
      (error) => this.#pool.reportUnhandled(task, error),
    );
  }

  /**
   * Opens a channel to this worker and returns a port of it. The worker gets the other port by `accept(name, acceptor)`. `lost` is called once, with
   * the reason, if the worker does not accept the name, its acceptor throws an error, it closes its port (in Node and Chromium), or it is lost (a
   * WorkerLostError). Close the port when it is no longer needed.
   */
  connect(name: string, lost: (reason: Error) => unknown): MessagePort {
    checkKind('connect: name', typeof name === 'string', 'a string', name);
    checkCallback('connect: lost', lost);
    return this.#pool.connect(this.index, name, lost);
  }

  /**
   * Ends this worker, as a crash would. The pool replaces it. In Node the messages that it has sent are received first, and its tasks fail when its
   * thread has ended. Returns false if the worker was not running.
   */
  terminate(): boolean {
    return this.#pool.terminate(this.index);
  }
}

const called = (): string => 'called by a worker handle';

const NAMES = ['signal', 'transfer'] as const satisfies readonly (keyof CallOptions)[];

// Copies the options, because the application may change its objects later.
function checkedOptions(options: Readonly<CallOptions>): Readonly<CallOptions> {
  checkOptions('call', options, NAMES);
  const { signal, transfer } = options;
  if (signal !== undefined) checkSignal('call: signal', signal);
  if (transfer === undefined) return { signal };
  checkTransferables('call: transfer', transfer);
  return { signal, transfer: [...transfer] };
}
