import { checkHost } from './check-item.ts';
import { ThreadHost } from '../host/thread-host.ts';
import type { Host } from '../host/host.ts';
import {
  warnUnknownOptions,
  checkCallback,
  checkMethods,
  checkNumber,
  checkObject,
  withDefaults,
} from '../options.ts';
import type { Probe } from './probe.ts';
import { reportUncaught } from './report-uncaught.ts';
import type { Task } from './task.ts';
import type { Timer } from './timer.ts';

/** Options of an `EventLoop`. */
export interface EventLoopOptions {
  /**
   * The platform below the loop: its clock and the source of its turns. A plain clock, such as `performance`, is enough for a loop that works only in
   * `run`. Default: the calling thread.
   */
  host?: Host | undefined;
  /** Longest turn in ms. Then the loop yields to its host, which renders and delivers input. ≥ 0, default 4. */
  slice?: number | undefined;
  /** Receives errors and rejections of callbacks, and the task or timer that caused them. Default: errors become uncaught exceptions. */
  onError?: ((error: unknown, source: Task | Timer | undefined) => unknown) | undefined;
  /** Callbacks for measurements. */
  probe?: Probe | undefined;
}

/** The options with their defaults. */
export interface CompleteEventLoopOptions {
  readonly host: Host;
  readonly slice: number;
  readonly onError: (error: unknown, source: Task | Timer | undefined) => unknown;
  readonly probe?: Probe | undefined;
}

/** Throws a TypeError if an option is of the wrong type, a RangeError if `slice` is not a finite number ≥ 0. */
export function completeEventLoopOptions(given: EventLoopOptions): CompleteEventLoopOptions {
  if (typeof (given as Partial<Host> | null | undefined)?.now === 'function')
    throw new TypeError('EventLoop: a host must be given as an option: new EventLoop({ host })');
  checkObject('EventLoop: options', given);
  const options = withDefaults({ slice: 4, onError: reportUncaught }, given);
  checkNumber('EventLoop: slice', options.slice, { min: 0 });
  checkCallback('EventLoop: onError', options.onError);
  if (options.probe !== undefined) checkProbe(options.probe);
  if (options.host !== undefined) {
    checkHost(options.host);
    checkMethods('EventLoop', 'host', options.host, HOST_METHODS);
  }
  warnUnknownOptions('EventLoop', given, ['host', 'slice', 'onError', 'probe']);
  return { ...options, host: options.host ?? new ThreadHost() };
}

function checkProbe(probe: Probe): void {
  checkObject('EventLoop: probe', probe);
  checkMethods('EventLoop', 'probe', probe, ['ran', 'fired', 'dropped', 'turned']);
}

const HOST_METHODS = [
  'attach',
  'wake',
  'peek',
  'detach',
  'interrupted',
  'requestFrame',
  'cancelFrame',
  'watchVisibility',
] as const;
