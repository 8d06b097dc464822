import { url as inspectorUrl } from 'node:inspector';
import { isMainThread, Worker } from 'node:worker_threads';
import { checkCallback, checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import type { Follower } from '../recording/follower.ts';
import { Recorder } from '../recording/recorder.ts';
import { callGuarded, logError } from '../callbacks/call-guarded.ts';
import type { CallbackEvent } from '../sections/long-section.ts';
import { longestCallbacksIn } from '../sections/longest-callbacks.ts';
import {
  beats,
  hasDebugger,
  heartbeatProgram,
  type StackFrame,
  type StackTaken,
  type WatcherData,
} from './heartbeat-program.ts';

/** Options of {@link watchMainThread}. An option that is `undefined` counts as absent. */
export interface MainThreadOptions {
  /** Receives each section once. Its errors are printed on the console. */
  found: (section: MainThreadSection) => unknown;
  /** The shortest time in ms for which the main thread does not come round, 20 to 60,000. Default 100. */
  limit?: number | undefined;
  /** A recorder of the main thread whose clock is `performance`, for the callbacks of sections. Default: none. */
  recorder?: Recorder | undefined;
}

/** A time in which the main thread of Node did not come round. Times are in ms on the clock of `performance`. */
export interface MainThreadSection {
  /** Time at which a timer was due that could not run. The section may have begun earlier: by up to a quarter of the limit, and by at most 100 ms. */
  readonly start: number;
  /** Time at which the timer ran. */
  readonly end: number;
  /** The functions that ran when the limit had passed, the innermost first; at most 30. Empty if `problem` is not undefined. */
  readonly stack: readonly StackFrame[];
  /** Why there is no stack, in words; undefined if there is one. */
  readonly problem: string | undefined;
  /** The recorded callbacks in the section, the longest first; at most ten. */
  readonly callbacks: readonly CallbackEvent[];
}

/** Maximum number of frames of a stack. */
const maxFrames = 30;

/** Least time in ms for which an answer of the main thread is awaited. */
const minAnswer = 25;

/** Maximum time in ms between two beats. */
const maxPeriod = 100;

/** Maximum number of late beats that wait for a message of the watching thread. */
const maxLate = 8;

/**
 * Finds long sections of Node's main thread, and takes the stack of the running code while it runs (Morton's method, in Goel 2003, §3.2.1). A timer of the
 * main thread beats, and a thread of its own watches the beats. If one is late by the limit, that thread pauses the main thread by Node's inspector, reads its
 * stack, and lets it continue.
 *
 * Returns a function that stops. Neither the timer nor the thread keeps the process alive. Throws a TypeError or RangeError if an option is invalid, and an
 * Error in other threads than the main thread.
 */
export function watchMainThread(options: MainThreadOptions): () => void {
  checkOptions('watchMainThread', options, [
    'found',
    'limit',
    'recorder',
  ] satisfies readonly (keyof MainThreadOptions)[]);
  const { found, limit = 100, recorder } = options;
  checkCallback('watchMainThread: found', found);
  checkNumber('watchMainThread: limit', limit, { min: 20, max: 60_000 });
  if (recorder !== undefined) {
    const isRight = recorder instanceof Recorder && recorder.ownThread.clock === performance;
    checkKind('watchMainThread: recorder', isRight, 'a Recorder whose clock is performance', recorder);
  }
  if (!isMainThread)
    throw new Error('watchMainThread must be called in the main thread: the inspector reaches no other one');
  const watch = new MainThreadWatch({ found, limit, recorder });
  return () => watch.stop();
}

/** A late beat. */
interface Late extends Pick<MainThreadSection, 'callbacks' | 'end' | 'start'> {
  /** Number of the beat before it. */
  readonly beat: number;
}

class MainThreadWatch {
  #found: MainThreadOptions['found'];
  #limit: number;
  #period: number;
  #recorder: Recorder | undefined;
  #follower: Follower | undefined; // of the records since the last beat
  #shared: Int32Array = new Int32Array(new SharedArrayBuffer(8));
  #beat = 0;
  #beatAt: number = performance.now();
  #late: Late[] = [];
  #taken: StackTaken | undefined; // of a late beat that has not come yet
  #watcher: Worker | undefined;
  #timer: NodeJS.Timeout;

  constructor({ found, limit, recorder }: MainThreadOptions & { readonly limit: number }) {
    this.#found = found;
    this.#limit = limit;
    this.#recorder = recorder;
    this.#follower = recorder?.follow();
    this.#period = Math.min(limit / 4, maxPeriod);
    this.#watcher = this.#start();
    this.#timer = setInterval(() => this.#beatNow(), this.#period);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    const watcher = this.#watcher;
    this.#watcher = undefined;
    this.#late = [];
    watcher?.removeAllListeners();
    void watcher?.terminate();
  }

  #start(): Worker {
    const [shared, period] = [this.#shared, this.#period];
    const looks = Math.ceil(this.#limit / period);
    const maxAnswer = Math.max(1, Math.ceil(minAnswer / period));
    const workerData: WatcherData = { shared, period, looks, maxAnswer, maxFrames };
    // Without the options of the process, which may load modules into each thread.
    const watcher = new Worker(heartbeatProgram, {
      eval: true,
      workerData,
      execArgv: [],
      env: {},
      name: 'doha: watches the main thread',
    });
    watcher.on('message', (taken: StackTaken) => {
      this.#taken = taken;
      this.#match();
    });
    watcher.on('error', logError);
    watcher.on('exit', () => {
      this.#watcher = undefined;
    });
    watcher.unref(); // after `on`, which makes the thread keep the process alive
    return watcher;
  }

  #beatNow(): void {
    const [now, due] = [performance.now(), this.#beatAt + this.#period];
    if (now - due >= this.#limit) this.#addLate(due, now);
    this.#follower = this.#recorder?.follow();
    this.#beatAt = now;
    this.#beat = (this.#beat + 1) | 0;
    Atomics.store(this.#shared, hasDebugger, inspectorUrl() === undefined ? 0 : 1);
    Atomics.store(this.#shared, beats, this.#beat);
    this.#match();
  }

  #addLate(start: number, end: number): void {
    const callbacks = longestCallbacksIn(this.#follower?.take() ?? [], start, end);
    const late = { beat: this.#beat, start, end, callbacks };
    if (this.#watcher === undefined) return this.#report(late, [], 'the watching thread has ended');
    this.#late.push(late);
    if (this.#late.length > maxLate) this.#late.shift();
  }

  /**
   * Reports the late beat for which the watching thread has taken the stack. The message and the beat come in either order. A late beat without a message is
   * not reported: the process was suspended.
   */
  #match(): void {
    const taken = this.#taken;
    if (taken === undefined || taken.beat === this.#beat) return;
    this.#taken = undefined;
    const late = this.#late.find(({ beat }) => beat === taken.beat);
    if (late === undefined) return; // it was late by less than the limit
    this.#late = this.#late.filter(({ beat }) => beat > taken.beat);
    this.#report(late, taken.stack, taken.problem);
  }

  #report({ callbacks, end, start }: Late, stack: readonly StackFrame[], problem: string | undefined): void {
    callGuarded(this.#found, { start, end, stack, problem, callbacks });
  }
}
