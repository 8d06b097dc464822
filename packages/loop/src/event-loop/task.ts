import { UNKNOWN } from './burst.ts';
import type { Batch } from './batch.ts';
import type { EventLoop } from './event-loop.ts';
import { warnUnknownOptions, checkCallback, checkNumber, checkObject, mustBe } from '../options.ts';
import type { Timer } from './timer.ts';

/** The reason why a task was dropped before its end. */
export type DropReason = 'cancelled' | 'expired';

/** Options of a {@link Task}. */
export interface TaskOptions {
  /** Time in ms from the submission after which the task, or the rest of its generator, is dropped; > 0. Default: never. */
  expiresIn?: number | undefined;
  /** Called when the task is dropped. */
  onDrop?: ((reason: DropReason) => unknown) | undefined;
}

/**
 * A unit of work that an {@link EventLoop} runs by priority (the "best-effort event" of DOHA, WWW'12 §2.1). It can be submitted any number of times.
 *
 * The callback receives its task, so that many tasks can share one callback.
 * The callback can be a generator function: at each `yield` more important work may run first. The loop does not wait for promises, so a generator must not
 * yield them, and for the loop an async callback ends at its first `await`.
 *
 * A task has internal properties that its type does not show. Keep your own data elsewhere, such as in variables of the callback, not in properties of the
 * task or of a subclass.
 */
export class Task {
  // Dispatch reads the first fields of each task, so they are neighbors in memory.
  readonly callback: (task: Task) => unknown;
  /** @internal */ slot = 0;
  /** @internal */ cost: number = UNKNOWN;
  /** A generator that has begun and is not done. @internal */
  steps: Generator<unknown, unknown> | undefined = undefined;
  /** Drops the task after `expiresIn`. Created at the first submission. @internal */
  expiry: Timer | undefined = undefined;
  /** The loop to which the task was submitted last. @internal */
  loop: EventLoop | undefined = undefined;
  /** @internal */
  batch: Batch | undefined = undefined;
  readonly expiresIn: number | undefined;
  readonly onDrop: ((reason: DropReason) => unknown) | undefined;

  /**
   * Throws a TypeError if `callback` or `onDrop` is not a function, or if `callback` is an async generator function, and a RangeError if `expiresIn` is
   * out of its range.
   */
  constructor(callback: (task: Task) => unknown, options?: TaskOptions) {
    if (typeof callback !== 'function' || callback.constructor === AsyncGeneratorFunction) {
      throw new TypeError(mustBe('Task: callback', NO_ASYNC_GENERATOR, callback));
    }
    this.callback = callback;
    this.expiresIn = options?.expiresIn;
    this.onDrop = options?.onDrop;
    if (options !== undefined) checkTaskOptions(options);
  }
}

function checkTaskOptions(options: TaskOptions): void {
  checkObject('Task: options', options);
  const { expiresIn, onDrop } = options;
  if (expiresIn !== undefined) checkNumber('Task: expiresIn', expiresIn, { above: 0 });
  if (onDrop !== undefined) checkCallback('Task: onDrop', onDrop);
  warnUnknownOptions('Task', options, ['expiresIn', 'onDrop']);
}

/**
 * The requirement for the callback of a task. The loop waits for no promises, so it cannot make the
 * steps of an async generator.
 */
export const NO_ASYNC_GENERATOR = 'a function that is not an async generator function';

const AsyncGeneratorFunction: unknown = async function* () {}.constructor;
