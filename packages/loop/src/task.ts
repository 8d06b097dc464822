import { checkNumber } from './options.ts';
import type { Batch } from './batch.ts';
import type { EventLoop } from './event-loop.ts';
import type { Queued } from './priority-queue.ts';
import type { Timer } from './timer.ts';

/** Why a task was dropped before it had run to its end. */
export type DropReason = 'cancelled' | 'expired';

export interface TaskOptions {
  /** Age in ms, counted from each submission, at which what has not run of the task is dropped; > 0. Default: never. */
  expiresIn?: number;
  /** Told when the task is dropped. */
  onDrop?: (reason: DropReason) => void;
}

/**
 * A piece of best-effort work (the "best-effort event" of DOHA, WWW'12 §2.1): one increment of quality.
 * Its owner keeps it and submits it to an {@link EventLoop} again and again.
 *
 * The callback is given its task, so that many tasks can share one.
 * It may be a generator function: at each `yield` more important work may go first.
 * An async callback ends, for the loop, at its first `await`.
 */
export class Task implements Queued {
  readonly callback: (task: Task) => unknown;
  readonly expiresIn: number | undefined;
  readonly onDrop: ((reason: DropReason) => void) | undefined;

  /** @internal */ slot = 0;
  /** The loop that has it or last had it. @internal */
  loop: EventLoop | undefined;
  /** @internal */
  batch: Batch | undefined;
  /** What is left of a generator that has begun. @internal */
  steps: Generator | undefined;
  /** Drops the task when its time is over; made at the first submission. @internal */
  expiry: Timer | undefined;

  /** Throws a RangeError if `expiresIn` is not a finite number > 0. */
  constructor(callback: (task: Task) => unknown, { expiresIn, onDrop }: TaskOptions = {}) {
    checkNumber('Task: expiresIn', expiresIn ?? 1, { above: 0 });
    this.callback = callback;
    this.expiresIn = expiresIn;
    this.onDrop = onDrop;
  }
}
