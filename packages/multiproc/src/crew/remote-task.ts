import type { Color, ColorKey } from '../scheduler/color.ts';
import type { Job } from '../scheduler/job.ts';
import type { Lane } from '../scheduler/lane.ts';

/** How a task ended, if it did not fail. That it was dropped is normal. */
export type Outcome<Result> =
  | { readonly status: 'done'; readonly value: Result }
  | { readonly status: 'cancelled' | 'expired' };

/** `sent`: a worker has it. */
export type RemoteTaskStatus = 'queued' | 'sent' | 'done' | 'failed' | 'cancelled' | 'expired';

export interface SubmitOptions {
  /** Any finite number; higher goes first. Default 0. */
  priority?: number;
  /** Tasks of one color run one after another, in the order in which they were submitted. Default: unconstrained. */
  color?: ColorKey;
  /** Age in ms at which the task is dropped if it has not ended; > 0. Default: never. */
  expiresIn?: number;
  /** Cancels the task. */
  signal?: AbortSignal;
  /** Objects among the arguments that are moved instead of copied. */
  transfer?: readonly Transferable[];
  /** How often the task is submitted again when the worker that had it is lost. Default 0: it fails then. */
  retries?: number;
}

/** Who takes care of a task; what it can ask for. */
export interface TaskOwner {
  cancel(task: RemoteTask, reason: 'cancelled' | 'expired'): boolean;
  rank(task: RemoteTask): void;
}

/** A piece of work that was submitted to the workers (the "remote event" of DOHA, WWW'12 §2.2.1). */
export class RemoteTask<Result = unknown> implements Job {
  /** The function that is called. */
  readonly name: string;
  status: RemoteTaskStatus = 'queued';

  /** @internal */ slot = 0;
  /** @internal */ color: Color | undefined;
  /** @internal */ lane: Lane | undefined;
  /** What it is called in the worker that has it. @internal */
  id = -1;
  /** Its place in the order in which tasks were sent to that worker. @internal */
  sentAs = -1;
  /** @internal */ readonly args: readonly unknown[];
  /** @internal */ readonly isWanted: boolean;
  /** @internal */ readonly options: Readonly<SubmitOptions>;
  /** Ends what was begun to drop it in time. @internal */
  release: (() => void) | undefined;
  /** Where it was submitted, in words. @internal */
  origin: (() => string) | undefined;
  /** Why the worker was asked to drop it. @internal */
  dropReason: 'cancelled' | 'expired' | undefined;

  #owner: TaskOwner;
  #losses = 0;
  #priority: number;
  #value: unknown; // or the error
  #promise: Promise<Outcome<Result>> | undefined;
  #settle: (() => void) | undefined;
  #abort: (() => void) | undefined;

  /** One whose signal is aborted already has ended. @internal */
  constructor(
    owner: TaskOwner,
    name: string,
    args: readonly unknown[],
    options: Readonly<SubmitOptions>,
    isWanted: boolean,
  ) {
    this.#owner = owner;
    this.name = name;
    this.args = args;
    this.options = options;
    this.isWanted = isWanted;
    this.#priority = options.priority ?? 0;
    const { signal } = options;
    if (signal?.aborted === true) this.status = 'cancelled';
    else if (signal !== undefined) {
      this.#abort = () => void this.cancel();
      signal.addEventListener('abort', this.#abort);
    }
  }

  get priority(): number {
    return this.#priority;
  }

  /**
   * Any finite number. A task that is still queued goes behind its new equals, or keeps its place among those of its color. Once a worker
   * has it the priority stays as it was. Throws a RangeError if it is not finite.
   */
  set priority(priority: number) {
    if (!Number.isFinite(priority)) {
      throw new RangeError(`RemoteTask: priority must be a finite number, got ${priority}`);
    }
    if (this.status !== 'queued') return;
    this.#priority = priority;
    this.#owner.rank(this);
  }

  /**
   * How the task ends: fulfilled when it is done, cancelled or expired; rejected only if it fails, or if the worker that had it is lost.
   * Nobody has to ask for it.
   */
  get result(): Promise<Outcome<Result>> {
    this.#promise ??= new Promise((resolve, reject) => {
      this.#settle = () => (this.status === 'failed' ? reject(this.#value) : resolve(this.#outcome()));
      if (this.hasEnded) this.#settle();
    });
    return this.#promise;
  }

  /** Whether it is done, failed, cancelled or expired. */
  get hasEnded(): boolean {
    return this.status !== 'queued' && this.status !== 'sent';
  }

  /**
   * Takes the task back. Returns whether it was dropped: it was still queued. One that a worker has is dropped there if it has not begun,
   * or at its next `yield`; `result` tells whether that was in time.
   */
  cancel(): boolean {
    return this.#owner.cancel(this, 'cancelled');
  }

  /** A worker was lost with it. Returns whether it may be submitted once more. @internal */
  mayTryAgain(): boolean {
    return this.#losses++ < (this.options.retries ?? 0);
  }

  /** @internal */
  end(status: 'done' | 'failed' | 'cancelled' | 'expired', value?: unknown): void {
    this.status = status;
    this.#value = value;
    this.release?.();
    if (this.#abort !== undefined) this.options.signal!.removeEventListener('abort', this.#abort);
    this.#settle?.();
  }

  /** Whether somebody will be told of a failure. @internal */
  get isObserved(): boolean {
    return this.#promise !== undefined;
  }

  #outcome(): Outcome<Result> {
    return this.status === 'done'
      ? { status: 'done', value: this.#value as Result }
      : { status: this.status as 'cancelled' | 'expired' };
  }
}
