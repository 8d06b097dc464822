import { checkObject, checkOptions } from '@doha/loop/options';
import { type PoolToAcceptor, poolToAcceptor } from '../transport/port-messages.ts';
import { type PoolToSubmitter, poolToSubmitter } from '../task/nested-task-messages.ts';
import { type ArgumentsOf, type Receiver, receiver } from '../transport/remote-methods.ts';
import { type Endpoint, endpointOfParent } from '../transport/endpoint.ts';
import { Code, messageOf, NONE } from '../transport/message-format.ts';
import { type ResultOf, TaskKind, type TaskKindOptions } from '../task/task-kind.ts';
import type { SubmitOptions } from '../task/remote-task.ts';
import { PoolClosedError } from '../pool-closed-error.ts';
import { Acceptors } from './acceptors.ts';
import { Runs } from '../task/runs.ts';
import { NestedTaskSubmitter } from '../task/nested-task-submitter.ts';
import { afterHello } from './after-hello.ts';
import type { MethodsOf, TaskFunction } from '../task/task-function.ts';
import { JobRunner } from './job-runner.ts';
import { type Exposable, methodsOf } from './methods-of.ts';
import { onClose } from './on-close.ts';
import { onUnhandledRejection } from './on-unhandled-rejection.ts';
import { SoleExposure } from './sole-exposure.ts';
import { unshared } from './unshared.ts';
import type { WorkerProbe } from './worker-probe.ts';
import type { MessagePort, Transferable } from '../platform-types.ts';

/** An addition to a worker, such as the shared state. @internal */
export interface WorkerExtension {
  /** The objects whose methods the pool calls. */
  readonly receivers: readonly Receiver[];
  /** Called when a message to another thread cannot be copied. */
  readonly notSent: (call: readonly unknown[], error: unknown) => void;
  /**
   * Called before a result or an error of a task is written. Messages that it sends arrive before
   * the result. Must not throw.
   */
  readonly beforeResult: () => void;
  /** Sends messages to other threads. Called before a task that may take long. Must not throw. */
  readonly flush: () => void;
  /** Called when this thread begins to serve a pool. */
  readonly begin: () => void;
  /** Called when the pool has ended in this thread. */
  readonly close: () => void;
}

/** The connection of a worker to its pool. Before the hello of the pool, messages wait. @internal */
export interface PoolLink {
  readonly send: (name: string, args: readonly unknown[], transfer?: readonly Transferable[]) => void;
  /** Sends the written records at once. */
  readonly flushNow: () => void;
  /** Reports an error to `onError` of the pool. */
  readonly onError: (error: unknown) => void;
}

/** Options of {@link expose}. An option that is `undefined` counts as absent. */
export interface ExposeOptions {
  /** Callbacks for measurements of this worker, such as `recorder.worker()` of `@doha/monitor`. Default: none. */
  probe?: WorkerProbe | undefined;
}

/** The functions that a worker exposes. `join` of `@doha/multiproc/shared` adds topics, tables and entities to it. */
export class Exposed<Functions> {
  /** The exposed functions. Pages use their type: `MultiProc.start<typeof exposed.functions>`. */
  readonly functions: MethodsOf<Functions>;
  /** The functions, each bound to its object. @internal */
  readonly methods: Readonly<Record<string, TaskFunction>>;
  #link: PoolLink;
  #probe: WorkerProbe | undefined;
  #line: Line;
  #submitter: NestedTaskSubmitter;
  #kinds: TaskKindOptions;
  #runs: Runs;
  #acceptors: Acceptors;
  #receivers: readonly Receiver[];
  #extension: WorkerExtension | undefined;
  #isOfWorker = false; // whether the pool that has started this worker is served
  #isInThread = false; // whether a pool of this thread has asked to be served
  #free: Promise<void> = Promise.resolve(); // pending until all earlier pools of this thread have left

  /** @internal */
  constructor(functions: object, options: Readonly<ExposeOptions> = {}, line: Line = new Line()) {
    this.#probe = options.probe;
    const onError = (error: unknown): void => line.use((runner) => runner.report(error));
    const send: PoolLink['send'] = (...call) => line.use((runner) => runner.send(...call));
    const flushNow = (): void => line.runner?.flushNow();
    this.functions = functions as MethodsOf<Functions>;
    this.methods = methodsOf(functions);
    this.#line = line;
    this.#link = { send, flushNow, onError };
    this.#submitter = new NestedTaskSubmitter({
      send,
      flushNow,
      running: () => line.runner?.running ?? NONE,
      onError,
    });
    this.#kinds = { receiver: this.#submitter, names: Object.keys(this.methods), traces: false };
    this.#runs = new Runs(this.#kinds);
    this.#acceptors = new Acceptors(send);
    this.#receivers = [unshared(this.#link)];
  }

  /** Adds an extension. Throws an Error if a pool is or was served, or if there is an extension. @internal */
  extend(create: (link: PoolLink) => WorkerExtension): void {
    if (this.#extension !== undefined || this.#line.hasBegun)
      throw new Error('join: it must be called once, when the module is loaded');
    this.#extension = create(this.#link);
    this.#receivers = this.#extension.receivers;
  }

  /**
   * Returns a task kind for nested tasks: tasks that this worker submits, through the queue of the pool, to any worker. Throws a RangeError if the
   * workers expose no such function.
   */
  task<Name extends keyof MethodsOf<Functions> & string>(
    name: Name,
    defaults: Readonly<SubmitOptions> = {},
  ): TaskKind<Functions[Name]> {
    return new TaskKind(this.#kinds, name, defaults);
  }

  /**
   * Submits a nested task and returns a promise of its value: `run(name, args, options)` is short for `task(name).run(args, options)`. Throws a RangeError if
   * the workers expose no such function.
   */
  run<Name extends keyof MethodsOf<Functions> & string>(
    name: Name,
    args: Readonly<ArgumentsOf<Functions[Name]>>,
    options?: Readonly<SubmitOptions>,
  ): Promise<ResultOf<Functions[Name]>> {
    return this.#runs.run<Functions[Name]>(name, args, options);
  }

  /**
   * Calls `acceptor` with the port of each channel that `proc.worker(i).connect(name, …)` opens to this worker. Returns this object. Throws a RangeError if
   * the name has an acceptor already.
   */
  accept(name: string, acceptor: (port: MessagePort) => unknown): this {
    this.#acceptors.add(name, acceptor);
    return this;
  }

  /**
   * Serves the pool at the other end of a channel in this thread, once the earlier pools have left.
   * Resolves to a function that stops serving the pool. The promise of that function resolves when
   * all promises that exposed functions have returned are settled. Rejects with an Error in a
   * worker that a pool has started, because the nested tasks and the shared state of the worker
   * belong to that pool. @internal
   */
  async serveInTurn(endpoint: Endpoint): Promise<() => Promise<void>> {
    if (this.#isOfWorker)
      throw new Error('inThread: its result must not be the module of a worker that a pool has started');
    this.#isInThread = true;
    const isFree = this.#free;
    let leave!: () => void;
    this.#free = new Promise((resolve) => (leave = resolve));
    await isFree;
    const stop = this.serve(endpoint);
    return () => {
      const stopped = stop();
      leave();
      return stopped;
    };
  }

  /**
   * Serves the pool at the other end of a channel, from the hello of the pool on. `begins` is given
   * for the pool that has started this worker. It is called at the hello, with functions that
   * report events of this thread to the pool. If it throws, the pool is not served. Returns a
   * function that stops serving the pool. @internal
   */
  serve(endpoint: Endpoint, begins?: (thread: ServingThread) => void): () => Promise<void> {
    let runner: JobRunner | undefined;
    let isStopped = false;
    afterHello(endpoint, (channel) => {
      if (isStopped) return;
      if (begins !== undefined && this.#isInThread)
        throw new Error(
          'expose: a worker whose module is used by inThread of its own pool cannot join another pool',
        );
      this.#isOfWorker = begins !== undefined;
      begins?.({ report: this.#link.onError, closing: () => runner?.closing() });
      runner = this.#begin(channel);
    });
    return async () => {
      isStopped = true;
      if (runner === undefined) return;
      const stopped = runner.stop();
      this.#line.runner = undefined;
      this.#extension?.close();
      this.#submitter.close(new PoolClosedError('the pool has ended in this thread'));
      await stopped;
    };
  }

  #begin(endpoint: Endpoint): JobRunner {
    const extension = this.#extension;
    extension?.begin();
    const receivers = [
      ...this.#receivers,
      receiver<PoolToSubmitter>(this.#submitter, poolToSubmitter),
      receiver<PoolToAcceptor>(this.#acceptors, poolToAcceptor),
    ];
    const runner = new JobRunner(endpoint, this.methods, receivers, {
      probe: this.#probe,
      beforeResult: () => extension?.beforeResult(),
      flushShared: () => extension?.flush(),
      notSubmitted: (id, error) => this.#submitter.notSubmitted(id, error),
      notSent: (call, error) => extension?.notSent(call, error),
    });
    this.#submitter.open();
    this.#line.open(runner);
    return runner;
  }
}

/** Reports events of a thread to its pool. */
interface ServingThread {
  readonly report: (error: unknown) => void;
  /** The thread is about to end. */
  readonly closing: () => void;
}

/** The connection to the pool. Before the first hello, messages wait. */
class Line {
  /** Undefined while there is no pool. */
  runner: JobRunner | undefined;
  /** Whether a pool is or was served. */
  hasBegun = false;
  #early: ((runner: JobRunner) => void)[] | undefined = [];

  use(action: (runner: JobRunner) => void): void {
    if (this.runner === undefined) this.#early?.push(action);
    else action(this.runner);
  }

  open(runner: JobRunner): void {
    this.runner = runner;
    this.hasBegun = true;
    for (const action of this.#early ?? []) action(runner);
    this.#early = undefined;
  }
}

/**
 * Exposes functions to the pool that started this worker. The pool submits tasks by their names. In
 * a method, `this` is the given object. If the object is a class instance, all its methods are
 * exposed, including inherited ones and fields that hold a function. Its other fields are not
 * exposed. Call `expose` once, when the module is loaded: a second call fails with an Error, even if
 * an imported module makes it. In a thread that no pool has started, `expose` has only one effect: a
 * worker that calls `close()` sends a message to its parent. Throws a TypeError if
 * `functions` is not an object, is an array, or is a plain object with a member that is not a
 * function.
 *
 * ```ts
 * export const worker = expose({ traceRow(y: number): Float32Array { … } });
 * ```
 */
export function expose<Functions extends Readonly<Record<keyof Functions, unknown>>>(
  functions: Functions & Exposable<Functions> & ThisType<Functions>,
  options: Readonly<ExposeOptions> = {},
): Exposed<Functions> {
  checkOptions('expose', options, ['probe'] satisfies readonly (keyof ExposeOptions)[]);
  if (options.probe !== undefined) checkObject('expose: probe', options.probe);
  const exposed = new Exposed<Functions>(functions, options);
  const parent = endpointOfParent();
  if (parent !== undefined && exposure.claim()) {
    let closing = (): void => parent.post(messageOf([Code.call, 0], ['closing']), []);
    onClose(() => closing());
    exposed.serve(parent, (thread) => {
      exposure.begin();
      onUnhandledRejection(thread.report);
      closing = thread.closing;
    });
  }
  return exposed;
}

const exposure = /* @__PURE__ */ new SoleExposure();
