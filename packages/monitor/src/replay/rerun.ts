import { checkCallback, checkKind, checkNumber, checkSignal, warnUnknownOptions } from '@doha/loop/options';
import type { Costs } from './costs-of.ts';
import { eventsOfLog, type LogEvents } from '../log/log-events.ts';
import { bytesOfLog, type Log } from '../log/log-sink.ts';
import { ModelSession } from './model-session.ts';
import { checkObservers, type Observers } from './replayed-session.ts';
import type { Program } from './session.ts';

/** Options of {@link rerun}. An option that is `undefined` counts as absent. */
export interface RerunOptions extends Observers {
  /** Run time in ms of the callbacks of each name, 0 to 3,600,000, such as those of `costsOf`. Callbacks of other names take no time. */
  readonly costs: Costs;
  /** Frames per second of the simulated display; 1 to 1000, default 60. */
  readonly displayRate?: number | undefined;
  /** Cancels the run, which then rejects with the reason of the signal. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Greatest cost of a callback in ms: an hour. */
const maxCost = 3_600_000;

/**
 * Runs a program with the inputs, the seed and the results of a recorded session, on simulated time: another version of the program, for example one
 * with another policy. Each callback takes the cost of its name. Resolves to the result of the program's function, at the end of the recorded time.
 *
 * The run shows the consequences of other decisions: order, drops, lateness, rates. It does not show changes of the costs themselves, since a callback
 * has one cost however much it does, and neither garbage collection nor delays of the platform. Inputs come at their recorded times, whatever the
 * program shows. The nth call of a name has the nth recorded result of that name, after the recorded time. Further calls, and calls whose
 * results would come after the end, are rejected. A time of more than a minute in which the recorded program read no clock, such as the sleep of the machine,
 * passes at once.
 *
 * Errors of inputs and display frames are ignored, as in a replay. Rejects with the error of the program's function, and with a TypeError or RangeError if an argument is invalid.
 */
export async function rerun<Result>(
  log: Log,
  program: Program<Result>,
  options: RerunOptions,
): Promise<Result> {
  const bytes = bytesOfLog('rerun: log', log);
  checkCallback('rerun: program', program);
  checkObservers('rerun', options);
  const { costs, displayRate = 60, signal } = options;
  checkKind('rerun: costs', costs instanceof Map, 'a Map from names to ms', costs);
  for (const [name, cost] of costs) {
    checkKind('rerun: a name in costs', typeof name === 'string', 'a string', name);
    checkNumber(`rerun: the cost of ${name}`, cost, { min: 0, max: maxCost });
  }
  checkNumber('rerun: displayRate', displayRate, { min: 1, max: 1000 });
  if (signal !== undefined) checkSignal('rerun: signal', signal);
  warnUnknownOptions('rerun', options, ['costs', 'displayRate', 'frameProbe', 'probe', 'signal']);
  signal?.throwIfAborted();
  const events = eventsOfLog(bytes);
  checkTimes(events);
  const session = new ModelSession(events, options, displayRate);
  try {
    const result = program(session);
    await session.run(signal);
    return result;
  } finally {
    session.end();
  }
}

/** Simulated time could not pass a time that is not finite, or so large that 1 ms makes no difference. */
function checkTimes({ end, inputs, start }: LogEvents): void {
  for (const time of [start, end, ...inputs.map((input) => input.time)])
    checkNumber('rerun: a time of the log', time, { max: 2 ** 50 });
}
