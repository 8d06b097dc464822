import { checkKind, checkNumber, checkObject, type NumberBounds } from '@doha/loop/options';
import {
  type Load,
  maxDuration,
  slotDuration,
  type SlotValues,
  type TaskLoad,
  type TimerLoad,
  type WindowLoad,
} from './load.ts';

const count: NumberBounds = { min: 0, max: 1e6, whole: true };
const time: NumberBounds = { min: 0, max: maxDuration };

/** Throws a TypeError or RangeError that names `what` and the member unless `load` is a Load, which may come from a file. */
export function checkLoad(what: string, load: Load): void {
  const { duration, version, works } = (load ?? {}) as Partial<Load>;
  checkKind(what, version === 1 && Array.isArray(works), 'a Load of version 1', load);
  checkNumber(`${what}: duration`, duration, { min: slotDuration, max: maxDuration });
  for (const [index, work] of works!.entries()) checkWork(`${what}: work ${index}`, work);
}

function checkWork(what: string, work: TaskLoad | TimerLoad | WindowLoad): void {
  checkObject(what, work);
  if (work.kind === 'window') return checkWindows(what, work);
  checkKind(
    `${what}: kind`,
    work.kind === 'task' || work.kind === 'timer',
    'task, timer or window',
    work.kind,
  );
  checkSlots(`${what}: arrivals`, work.arrivals);
  checkNumbers(`${what}: runTimes`, work.runTimes, time);
  if (work.kind === 'timer') return;
  checkSlots(`${what}: drops`, work.drops);
  checkNumbers(`${what}: priorities`, work.priorities, {});
}

function checkWindows(what: string, work: WindowLoad): void {
  checkNumber(`${what}: step`, work.step, { min: 1, max: maxDuration });
  checkNumber(`${what}: stepsPerWindow`, work.stepsPerWindow, { min: 1, max: 1e6, whole: true });
  checkSlots(`${what}: entities`, work.entities);
  checkNumbers(`${what}: updateTimes`, work.updateTimes, time);
  checkNumbers(`${what}: stepTimes`, work.stepTimes, time);
}

function checkSlots(what: string, slots: SlotValues): void {
  checkKind(what, Array.isArray(slots), 'an array of pairs', slots);
  let next = 0;
  for (const pair of slots) {
    checkKind(`${what}: a pair`, Array.isArray(pair), 'an array of two numbers', pair);
    const [slot, value] = pair;
    checkNumber(`${what}: a slot`, slot, { min: next, max: maxDuration / slotDuration, whole: true });
    checkNumber(`${what}: the value of the slot ${slot}`, value, count);
    next = slot + 1;
  }
}

function checkNumbers(what: string, numbers: readonly number[], bounds: NumberBounds): void {
  checkKind(what, Array.isArray(numbers), 'an array of numbers', numbers);
  for (const number of numbers) checkNumber(`${what}: a number`, number, bounds);
}
