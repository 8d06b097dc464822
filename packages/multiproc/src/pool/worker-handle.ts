import { checkCallback, checkKind } from '@doha/loop/options';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import { callSite } from '../task/call-site.ts';
import { callPromise } from '../task/call-promise.ts';
import type { Pool } from './pool.ts';
import { RemoteTask } from '../task/remote-task.ts';
import { checkName, type Functions, type ResultOf, type TaskKindOptions } from '../task/task-kind.ts';

/** Higher than the priority of any task. */
const HIGHEST = Number.MAX_VALUE;

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
   * Calls an exposed function in this worker. The call skips the queue and goes before all tasks that wait in the worker. Resolves to the function's result.
   * Rejects if the function throws an error, or with a WorkerLostError if the worker is lost or is being replaced. A rejection goes to
   * `onError` if nothing waits for the promise by then, neither `await` nor `then`. Throws a RangeError if there is no such function.
   */
  call<Name extends keyof F & string>(name: Name, ...args: ArgumentsOf<F[Name]>): Promise<ResultOf<F[Name]>> {
    checkName('call', name, this.#names);
    const origin = this.#traces ? callSite('called', 1) : called;
    const source = { owner: this.#pool, name, origin };
    const task = new RemoteTask<ResultOf<F[Name]>>(source, args, { priority: HIGHEST }, true);
    const { result } = task; // the promise of the call reports failures
    this.#pool.call(this.index, task);
    return callPromise(
      result,
      (callback) => this.#pool.afterMessages(callback),
      (error) => this.#pool.failedUnseen(task, error),
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
