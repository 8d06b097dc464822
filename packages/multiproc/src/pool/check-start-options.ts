import { EventLoop } from '@doha/loop';
import {
  checkCallback,
  checkInstance,
  checkKind,
  checkNumber,
  checkObject,
  checkOptions,
} from '@doha/loop/options';
import type { MultiProcOptions } from '../multi-proc.ts';
import { checkColor } from '../task/task-kind.ts';

const MAX_WORKERS = 1024;
/** Longest delay of `setTimeout`, in ms. */
const MAX_DELAY = 2 ** 31 - 1;

const NAMES = [
  'workers',
  'window',
  'maxQueue',
  'spawn',
  'script',
  'inThread',
  'startLimit',
  'unresponsiveTimeout',
  'color',
  'traces',
  'onError',
  'loop',
  'probe',
] as const satisfies readonly (keyof MultiProcOptions<unknown>)[];

/** Throws a TypeError or a RangeError that names the option of `MultiProc.start` that has a wrong type or is out of range, and an Error if `loop` is disposed of. */
export function checkStartOptions(options: MultiProcOptions<unknown>): void {
  checkOptions('MultiProc.start', options, NAMES);
  const { color, loop, maxQueue, probe, script, startLimit, traces, unresponsiveTimeout, window, workers } =
    options;
  if (workers !== undefined && workers !== 'auto') {
    checkNumber("MultiProc.start: workers, if not 'auto',", workers, {
      min: 0,
      max: MAX_WORKERS,
      whole: true,
    });
  }
  if (window !== undefined && window !== 'auto') {
    checkNumber("MultiProc.start: window, if not 'auto',", window, { min: 1, unlimited: true });
  }
  if (maxQueue !== undefined) {
    checkNumber('MultiProc.start: maxQueue', maxQueue, { min: 1, whole: true, unlimited: true });
  }
  if (startLimit !== undefined) {
    checkNumber('MultiProc.start: startLimit', startLimit, { above: 0, max: MAX_DELAY });
  }
  if (unresponsiveTimeout !== undefined) {
    checkNumber('MultiProc.start: unresponsiveTimeout', unresponsiveTimeout, { min: 1, unlimited: true });
  }
  for (const name of ['spawn', 'inThread', 'onError'] as const) {
    if (options[name] !== undefined) checkCallback(`MultiProc.start: ${name}`, options[name]);
  }
  if (color !== undefined) checkColor('MultiProc.start: color', color);
  if (loop !== undefined)
    checkInstance('MultiProc.start: loop', loop instanceof EventLoop, 'an EventLoop', loop);
  if (probe !== undefined) checkObject('MultiProc.start: probe', probe);
  if (loop?.disposed === true)
    throw new Error('MultiProc.start: loop must not be disposed; create a new one');
  if (traces !== undefined)
    checkKind('MultiProc.start: traces', typeof traces === 'boolean', 'a boolean', traces);
  if (script !== undefined) {
    const isAddress = typeof script === 'string' || script instanceof URL;
    checkKind('MultiProc.start: script', isAddress, 'a string or a URL', script);
  }
}
