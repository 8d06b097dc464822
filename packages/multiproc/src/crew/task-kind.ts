import type { ArgumentsOf } from '../channel/telegraph.ts';
import type { TaskFunction } from '../worker/job.ts';
import { callSite } from './call-site.ts';
import { RemoteTask, type SubmitOptions, type TaskOwner, type TaskSource } from './remote-task.ts';

/** Functions by name, as a worker exposes them. */
export type Functions = Readonly<Record<string, TaskFunction>>;

/** What a task gives whose function is this: what it returns, or what its promise or generator comes to. */
export type ResultOf<F> = F extends (...args: never[]) => infer R
  ? R extends Generator<unknown, infer V>
    ? V
    : Awaited<R>
  : never;

/** Who takes tasks that have not ended. */
export interface TaskTaker extends TaskOwner {
  submit(task: RemoteTask): void;
}

export interface TaskKindOptions {
  readonly taker: TaskTaker;
  /** The functions that there are. */
  readonly names: readonly string[];
  /** Whether each task remembers where it was submitted. */
  readonly traces: boolean;
}

/** A kind of task: a function of the workers, and how it is submitted if not said otherwise. */
export class TaskKind<F> {
  /** The function. */
  readonly name: string;
  #taker: TaskTaker;
  #defaults: Readonly<SubmitOptions>;
  #hasDefaults: boolean;
  #traces: boolean;
  #source: TaskSource;

  /** @internal */
  constructor({ names, taker, traces }: TaskKindOptions, name: string, defaults: Readonly<SubmitOptions>) {
    checkName('task', name, names);
    check(defaults);
    this.#taker = taker;
    this.name = name;
    this.#defaults = defaults;
    this.#hasDefaults = Object.keys(defaults).length > 0;
    this.#traces = traces;
    this.#source = { owner: taker, name, origin: callSite('of a kind made', 2) };
  }

  /** Makes a task wait for a worker. Throws a RangeError where an option is out of its range. */
  submit(args: ArgumentsOf<F>, options?: Readonly<SubmitOptions>): RemoteTask<ResultOf<F>> {
    const source = this.#traces ? this.#tracing(callSite('submitted', 1)) : this.#source;
    return this.#submit(source, args, options, true) as RemoteTask<ResultOf<F>>;
  }

  /** As `submit`, for work of which nobody wants to know what it gave: that is not sent back. */
  post(args: ArgumentsOf<F>, options?: Readonly<SubmitOptions>): void {
    const source = this.#traces ? this.#tracing(callSite('submitted', 1)) : this.#source;
    this.#submit(source, args, options, false);
  }

  #tracing(origin: () => string): TaskSource {
    return { ...this.#source, origin };
  }

  #submit(
    source: TaskSource,
    args: readonly unknown[],
    given: Readonly<SubmitOptions> | undefined,
    isWanted: boolean,
  ): RemoteTask {
    const task = new RemoteTask(source, args, this.#optionsOf(given), isWanted);
    if (!task.hasEnded) this.#taker.submit(task);
    return task;
  }

  // A copy: they may be others by the time they are needed. One object is copied in half the time of two.
  #optionsOf(given: Readonly<SubmitOptions> | undefined): Readonly<SubmitOptions> {
    if (given === undefined) return this.#defaults;
    check(given);
    return this.#hasDefaults ? { ...this.#defaults, ...given } : { ...given };
  }
}

/** Throws a RangeError if there is no function of this name. */
export function checkName(action: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new RangeError(`${action}: the workers must expose ${name}, and expose ${names.join(', ')}`);
}

function check({ expiresIn = 1, priority = 0, retries = 0 }: Readonly<SubmitOptions>): void {
  if (!Number.isFinite(priority))
    throw new RangeError(`submit: priority must be a finite number, got ${priority}`);
  if (!(expiresIn > 0)) throw new RangeError(`submit: expiresIn must be a number > 0, got ${expiresIn}`);
  if (!(retries >= 0)) throw new RangeError(`submit: retries must be a number ≥ 0, got ${retries}`);
}
