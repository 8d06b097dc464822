import { checkKind, checkNumber, checkOptions, checkSignal, mustBe } from '@doha/loop/options';
import { checkTransferables } from '../transport/check-transferables.ts';
import { errorText } from '../transport/error-text.ts';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import type { TaskFunction } from './task-function.ts';
import type { ColorKey } from '../scheduler/color.ts';
import { callSite } from './call-site.ts';
import { valueOf } from './value-of.ts';
import {
  RemoteTask,
  type SubmitOptions,
  type TaskOptions,
  type TaskOwner,
  type TaskSource,
} from './remote-task.ts';

/** The functions that a worker exposes, by name. */
export type Functions = Readonly<Record<string, TaskFunction>>;

/** The result type of a task: the return value of its function, or the final value of the promise or generator that the function returns. */
export type ResultOf<F> = F extends (...args: never[]) => infer R
  ? R extends Generator<unknown, infer V>
    ? V
    : Awaited<R>
  : unknown; // not `never`: each `Exposed<…>` must be assignable to `Exposed<unknown>`

/** Receives submitted tasks. */
export interface TaskReceiver extends TaskOwner {
  submit(task: RemoteTask): void;
}

export interface TaskKindOptions {
  readonly receiver: TaskReceiver;
  /** Names of the exposed functions. */
  readonly names: readonly string[];
  /** Whether each task records the line that submitted it. */
  readonly traces: boolean;
  /** Color of tasks that are submitted without a color. */
  readonly color?: ColorKey | undefined;
}

/** An exposed function of the workers, with default options for its tasks. */
export class TaskKind<F> {
  /** Name of the function. */
  readonly name: string;
  #receiver: TaskReceiver;
  #defaults: TaskOptions;
  #traces: boolean;
  #source: TaskSource;

  /** `origin` describes the line of the application that made the kind. @internal */
  constructor(
    { color, names, receiver, traces }: TaskKindOptions,
    name: string,
    defaults: Readonly<SubmitOptions>,
    origin: () => string = callSite('of a kind made', 2),
  ) {
    checkName('task', name, names);
    const options = optionsOver({ color }, defaults);
    checkSubmitOptions(options);
    checkTogether(options);
    this.#receiver = receiver;
    this.name = name;
    this.#defaults = options;
    this.#traces = traces;
    this.#source = { owner: receiver, name, origin, cost: undefined };
  }

  /**
   * Submits a task and returns it. `options` override the defaults. The arguments are copied, and the objects of `transfer` are transferred, when the task
   * is sent to a worker: do not change them before the task has ended. Throws a TypeError or a RangeError if an option is invalid.
   */
  submit(args: Readonly<ArgumentsOf<F>>, options?: Readonly<SubmitOptions>): RemoteTask<ResultOf<F>> {
    const source = this.#traces ? this.#tracing(callSite('submitted', 1)) : this.#source;
    return this.#submit(source, args, options, true) as RemoteTask<ResultOf<F>>;
  }

  /**
   * Submits a task and returns a promise of its value. The promise rejects with the error of the function, with a TaskDroppedError if the task is cancelled or
   * expires, with a WorkerLostError if its worker is lost and no retries are left, with a QueueFullError if the queue is full, and with a PoolClosedError if
   * the pool is closed. Arguments and options as in `submit`.
   */
  run(args: Readonly<ArgumentsOf<F>>, options?: Readonly<SubmitOptions>): Promise<ResultOf<F>> {
    const origin = this.#traces ? callSite('submitted', 1) : undefined;
    return this.runFrom(origin, args, options);
  }

  /** As `run`. `origin` describes the line of the application if that line does not call `run` itself. @internal */
  runFrom(
    origin: (() => string) | undefined,
    args: Readonly<ArgumentsOf<F>>,
    options: Readonly<SubmitOptions> | undefined,
  ): Promise<ResultOf<F>> {
    const source = origin === undefined ? this.#source : this.#tracing(origin);
    return valueOf(this.#submit(source, args, options, true) as RemoteTask<ResultOf<F>>);
  }

  /** As `submit`, for a task whose result is not sent back, which is cheaper. Errors go to `onError`. */
  post(args: Readonly<ArgumentsOf<F>>, options?: Readonly<SubmitOptions>): void {
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
    wantsResult: boolean,
  ): RemoteTask {
    const task = new RemoteTask(source, copyOfArguments('submit', args), this.#optionsOf(given), wantsResult);
    if (!task.hasEnded) this.#receiver.submit(task);
    return task;
  }

  // Copies the options, because the application may change its object later. An option that is `undefined` counts as absent.
  #optionsOf(given: Readonly<SubmitOptions> | undefined): TaskOptions {
    if (given === undefined) return this.#defaults;
    const options = optionsOver(this.#defaults, given);
    checkSubmitOptions(options);
    checkTogether(options);
    return options;
  }
}

/**
 * Returns a copy of a list of arguments. Throws a TypeError if it is not an array. Getters and proxies of the application run here, before a message is
 * written. The elements are copied later, when the task is sent.
 */
export function copyOfArguments(action: string, args: readonly unknown[]): readonly unknown[] {
  try {
    if (Array.isArray(args)) return copyOfList(args);
  } catch (cause) {
    throw new TypeError(`${action}: arguments must be readable, got ${errorText(cause)}`, { cause });
  }
  throw new TypeError(mustBe(`${action}: arguments`, 'an array', args));
}

// Reads each option once. All returned objects have the same hidden class (of V8). Creating them
// takes a tenth of the time of a copy in a loop over the names.
function optionsOver(defaults: TaskOptions, given: TaskOptions): TaskOptions {
  checkOptions('submit', given, NAMES);
  const { color, expiresIn, priority, retries, signal, transfer } = given;
  return {
    priority: priority === undefined ? defaults.priority : priority,
    color: color === undefined ? defaults.color : color,
    expiresIn: expiresIn === undefined ? defaults.expiresIn : expiresIn,
    signal: signal === undefined ? defaults.signal : signal,
    transfer: transfer === undefined ? defaults.transfer : copyOfList(transfer),
    retries: retries === undefined ? defaults.retries : retries,
  };
}

function copyOfList<T>(list: readonly T[]): readonly T[] {
  if (!Array.isArray(list)) return list;
  return list.length === 1 ? [list[0] as T] : [...(list as readonly T[])]; // takes half the time in the usual case
}

/** Throws a RangeError if there is no function of this name. */
export function checkName(action: string, name: unknown, names: readonly unknown[]): void {
  if (names.includes(name)) return;
  const others = names.length === 0 ? 'and no other one' : `only ${names.join(', ')}`;
  throw new RangeError(`${action}: the workers expose no function ${errorText(name)}, ${others}`);
}

const NAMES = [
  'priority',
  'color',
  'expiresIn',
  'signal',
  'transfer',
  'retries',
] as const satisfies readonly (keyof SubmitOptions)[];

function checkSubmitOptions(options: TaskOptions): void {
  const { color, expiresIn, priority, retries, signal, transfer } = options;
  if (priority !== undefined) checkNumber('submit: priority', priority);
  if (color !== undefined) checkColor('submit: color', color);
  if (expiresIn !== undefined) checkNumber('submit: expiresIn', expiresIn, { above: 0, unlimited: true });
  if (retries !== undefined) {
    checkNumber('submit: retries', retries, { min: 0, whole: true, unlimited: true });
  }
  if (signal !== undefined) checkSignal('submit: signal', signal);
  if (transfer !== undefined) checkTransferables('submit: transfer', transfer);
}

/** Throws a TypeError that names `what` unless it is a color. */
export function checkColor(what: string, color: ColorKey): void {
  const isKey = typeof color === 'string' || (typeof color === 'number' && !Number.isNaN(color));
  checkKind(what, isKey, 'a string or a number', color);
}

// Objects that were transferred to a lost worker cannot be sent to another one.
function checkTogether({ retries = 0, transfer = [] }: TaskOptions): void {
  const isPossible = retries === 0 || transfer.length === 0;
  checkKind('submit: retries', isPossible, '0 where objects are moved by transfer', retries);
}
