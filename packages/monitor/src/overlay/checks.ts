import {
  checkCallback,
  checkKind,
  checkNumber,
  checkObject,
  mustBe,
  warnUnknownOptions,
} from '@doha/loop/options';
import { checkChoice, checkText } from './overlay-options.ts';
import type { ParameterOptions, ParameterValue } from './parameters/parameter.ts';
import { aggregates } from './signals/aggregate.ts';
import type { SignalSettings } from './signals/signal.ts';
import type { TriggerSettings } from './signals/trigger.ts';

/** Members of which each may be absent or `undefined`. */
export type Optional<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Returns the settings that are not `undefined`. Throws a TypeError or RangeError that names `what` if one is invalid. */
export function checkedSignal(what: string, given: Optional<SignalSettings>): Partial<SignalSettings> {
  checkObject(`${what}: settings`, given);
  const { aggregate, isShown, smoothing, unit } = given;
  if (aggregate !== undefined) checkChoice(`${what}: aggregate`, aggregates, aggregate);
  if (isShown !== undefined)
    checkKind(`${what}: isShown`, typeof isShown === 'boolean', 'a boolean', isShown);
  if (smoothing !== undefined) checkNumber(`${what}: smoothing`, smoothing, { min: 0, max: 0.99 });
  if (unit !== undefined) checkKind(`${what}: unit`, typeof unit === 'string', 'a string', unit);
  warnUnknownOptions(what, given, ['aggregate', 'isShown', 'smoothing', 'unit']);
  return present({ aggregate, isShown, smoothing, unit });
}

/** Returns the settings that are not `undefined`. Throws a TypeError or RangeError if one is invalid. */
export function checkedTrigger(given: Optional<TriggerSettings>): Partial<TriggerSettings> {
  checkObject('trigger: settings', given);
  const { delay, edge, level, mode, signal } = given;
  if (signal !== undefined) checkKind('trigger: signal', typeof signal === 'string', 'a string', signal);
  if (level !== undefined) checkNumber('trigger: level', level);
  if (delay !== undefined) checkNumber('trigger: delay', delay, { min: 0, max: 60_000 });
  if (edge !== undefined) checkChoice('trigger: edge', ['rising', 'falling'], edge);
  if (mode !== undefined) checkChoice('trigger: mode', ['once', 'auto'], mode);
  warnUnknownOptions('trigger', given, ['delay', 'edge', 'level', 'mode', 'signal']);
  return present({ delay, edge, level, mode, signal });
}

/** Throws a TypeError or RangeError if the options of a parameter are invalid. */
export function checkParameter(name: string, given: ParameterOptions<ParameterValue>): void {
  checkText('parameter: name', name);
  checkObject(`parameter ${name}: options`, given);
  const { get, max, min, options, set, step } = given;
  checkCallback(`parameter ${name}: get`, get);
  checkCallback(`parameter ${name}: set`, set);
  if (min !== undefined) checkNumber(`parameter ${name}: min`, min);
  if (max !== undefined) checkNumber(`parameter ${name}: max`, max, { min: min ?? -Infinity });
  if (step !== undefined) checkNumber(`parameter ${name}: step`, step, { above: 0 });
  if (options !== undefined) {
    checkKind(`parameter ${name}: options`, Array.isArray(options), 'an array', options);
    if (options.length === 0)
      throw new RangeError(mustBe(`parameter ${name}: options`, 'an array that is not empty', options));
  }
  warnUnknownOptions(`parameter ${name}`, given, ['get', 'max', 'min', 'options', 'set', 'step']);
}

function present<Settings extends object>(
  given: Settings,
): { [Name in keyof Settings]?: Exclude<Settings[Name], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Settings]?: Exclude<Settings[Name], undefined> };
}
