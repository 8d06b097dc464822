import { checkKind } from '@doha/loop/options';
import { type AnyWorker, type Endpoint, endpointOfPort, endpointOfWorker } from '../transport/endpoint.ts';
import { disposedError } from '../pool-closed-error.ts';
import type { MethodsOf } from '../task/task-function.ts';
import { Deadline } from './deadline.ts';
import { handshake, type StartedWorker, notExposedError } from './handshake.ts';
import { newWorkerFrom } from './new-worker-from.ts';
import { sayHello } from './say-hello.ts';
import { startProblem } from './start-problem.ts';
import type { URL } from '../platform-types.ts';

/**
 * The backend of a pool. `worker`: workers. `trampoline`: workers whose first script is of the page's origin and imports the module from another origin.
 * `thread`: the calling thread.
 */
export type Backend = 'worker' | 'trampoline' | 'thread';

/** The result of `expose`, as a pool of the same thread sees it. */
export interface InThreadModule<F> {
  readonly functions: MethodsOf<F>;
  /**
   * Serves the pool at the other end of a channel once the earlier pools have left. Resolves to a
   * function that stops serving the pool. @internal
   */
  serveInTurn(endpoint: Endpoint): Promise<() => Promise<void>>;
}

/** The backends of a pool. At least one of `spawn`, `script` and `inThread` is required. The first one that works is used. */
export interface BackendOptions<F> {
  /** Starts a worker whose module calls `expose`. */
  spawn?: (() => AnyWorker) | undefined;
  /** Address of a module that calls `expose`, if the page may import it but not start it as a worker, because it is at another origin. */
  script?: string | URL | undefined;
  /** Returns the result of the module's `expose`, to run tasks in the calling thread. For pages in which workers cannot start. */
  inThread?: (() => InThreadModule<F> | Promise<InThreadModule<F>>) | undefined;
  /**
   * Time in ms in which a worker's module must call `expose`; > 0, at most 2³¹ - 1. Default 2,000 if there is another backend to try, else 10,000.
   * A long task of the calling thread counts as a quarter of it at most.
   */
  startLimit?: number | undefined;
}

export const startLimits = { withAlternative: 2000, only: 10_000 };

/** Starts workers with the first backend that works. */
export class Startup {
  /** The chosen backend. */
  backend: Backend | undefined;
  #backends: Map<Backend, () => Endpoint | Promise<Endpoint>> = new Map();
  #startLimit: number | undefined;
  #starting: Set<AbortController> = new Set();
  #closing: Set<Promise<void>> = new Set(); // pending until the thread of a closed worker has ended
  #isModuleLoaded = false; // only for the backend `thread`

  /** `wantsWorkers` is false if all tasks run in the calling thread. Throws a TypeError if there is no backend. */
  constructor({ spawn, script, inThread, startLimit }: BackendOptions<unknown>, wantsWorkers: boolean) {
    if (wantsWorkers && spawn !== undefined) {
      const newWorker = newWorkerFrom(spawn);
      this.#backends.set('worker', () => sayHello(endpointOfWorker(newWorker())));
    }
    if (wantsWorkers && script !== undefined)
      this.#backends.set('trampoline', () => sayHello(endpointOfWorker(startTrampoline(script))));
    if (inThread !== undefined) {
      this.#backends.set('thread', async () => this.#openInThread(await inThread()));
    }
    this.#startLimit = startLimit;
    if (this.#backends.size > 0) return;
    const needed = wantsWorkers ? 'spawn, script or inThread' : 'inThread, because workers is 0';
    throw new TypeError(`MultiProc.start: must be given ${needed}`);
  }

  /**
   * Starts workers side by side, or one for the backend `thread`. Resolves when each has answered the hello. Rejects with an AggregateError that has the
   * reason of each backend if none works. Also rejects if this object is disposed.
   */
  async start(count: number): Promise<StartedWorker[]> {
    const problems: Error[] = [];
    for (const [backend, open] of this.#backends) {
      const hasAlternative = problems.length + 1 < this.#backends.size;
      try {
        const started = await this.#start(backend, open, count, hasAlternative);
        this.#choose(backend);
        return started;
      } catch (error) {
        problems.push(new Error(`${backend}: ${startProblem(error)}`, { cause: error }));
      }
    }
    const messages = problems.map(({ message }) => message).join('; ');
    throw new AggregateError(problems, `MultiProc: the workers could not be started (${messages})`);
  }

  /** Terminates the workers that are starting. */
  dispose(): void {
    for (const giveUp of this.#starting) giveUp.abort(disposedError('MultiProc.start'));
  }

  /** Resolves when the threads of all closed workers have ended, as far as the platform reports that. */
  async whenGone(): Promise<void> {
    while (this.#closing.size > 0) await Promise.allSettled(this.#closing);
  }

  #track(endpoint: Endpoint): Endpoint {
    const close = (): Promise<void> => {
      const closed = endpoint.close();
      this.#closing.add(closed);
      const forget = (): void => void this.#closing.delete(closed);
      closed.then(forget, forget);
      return closed;
    };
    return { ...endpoint, close };
  }

  async #openInThread(exposed: InThreadModule<unknown>): Promise<Endpoint> {
    const isExposed = typeof (exposed as Partial<typeof exposed> | undefined)?.serveInTurn === 'function';
    checkKind('inThread: its result', isExposed, 'what expose() has returned', exposed);
    const { port1, port2 } = new MessageChannel();
    this.#isModuleLoaded = true;
    const far = endpointOfPort(port2);
    const stop = await exposed.serveInTurn(far);
    const endpoint = sayHello(endpointOfPort(port1));
    // Not every platform reports to one end of a channel that the other end was closed, and there
    // is no worker to terminate. So `close` also stops the module.
    const close = async (): Promise<void> => {
      const stopped = stop();
      await endpoint.close();
      await stopped;
    };
    const unref = (): void => {
      endpoint.unref?.();
      far.unref?.();
    };
    return { ...endpoint, close, unref };
  }

  // If there is another backend, the default limit for the first answer is shorter. After this
  // answer the backend is known to work, so the other workers have more time.
  async #start(
    backend: Backend,
    open: () => Endpoint | Promise<Endpoint>,
    count: number,
    hasAlternative: boolean,
  ): Promise<StartedWorker[]> {
    const limit = this.#startLimit ?? startLimits.only;
    const soon = this.#startLimit ?? (hasAlternative ? startLimits.withAlternative : startLimits.only);
    const giveUp = new AbortController();
    this.#starting.add(giveUp);
    this.#isModuleLoaded = false;
    const deadline = new Deadline(soon, () => giveUp.abort(this.#lateStartError(backend, soon)));
    const gaveUp = new Promise<never>((_, reject) => {
      giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason as Error), { once: true });
    });
    gaveUp.catch(ignore);
    const joining = Array.from({ length: backend === 'thread' ? 1 : count }, async () => {
      const opening = Promise.resolve(open()).then((endpoint) => this.#track(endpoint));
      endIfLate(opening, giveUp.signal);
      return handshake(await Promise.race([opening, gaveUp]), limit, giveUp.signal);
    });
    for (const one of joining) one.then(() => deadline.cancel(), ignore);
    try {
      return await Promise.all(joining);
    } catch (error) {
      giveUp.abort(error);
      throw error;
    } finally {
      deadline.cancel();
      this.#starting.delete(giveUp);
    }
  }

  #lateStartError(backend: Backend, limit: number): Error {
    if (backend !== 'thread') return notExposedError(limit);
    return this.#isModuleLoaded ? notFree(limit) : notLoaded(limit);
  }

  // A backend that has worked once is used from then on.
  #choose(backend: Backend): void {
    if (this.backend !== undefined) return;
    this.backend = backend;
    for (const other of this.#backends.keys()) if (other !== backend) this.#backends.delete(other);
  }
}

/** Starts a worker whose script is of the page's origin and imports `script`. */
function startTrampoline(script: string | URL): Worker {
  const source = `import ${JSON.stringify(String(new globalThis.URL(script, globalThis.location?.href)))};`;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module' });
  // The address must be valid until the worker has loaded its script, that is, until its first message.
  worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

function notFree(limit: number): Error {
  return new Error(
    `the result of inThread was in use by another pool for ${limit} ms; for functions of each pool's own, inThread must call expose itself`,
  );
}

function notLoaded(limit: number): Error {
  return new Error(`inThread did not resolve within ${limit} ms`);
}

/** Closes an endpoint that opens after the startup has failed or was disposed. */
function endIfLate(opening: Promise<Endpoint>, signal: AbortSignal): void {
  opening.then((endpoint) => (signal.aborted ? endpoint.close() : undefined)).catch(ignore);
}

function ignore(): void {}
