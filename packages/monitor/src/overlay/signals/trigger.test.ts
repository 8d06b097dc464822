import { expect, test } from 'vitest';
import { Trigger, type TriggerSettings } from './trigger.ts';

/** The time at which a trigger freezes, if the periods of 100 ms have these values. */
function freezesAt(values: readonly number[], settings: Partial<TriggerSettings>): number | undefined {
  const trigger = new Trigger();
  trigger.set({ signal: 'queue', level: 5, delay: 0, ...settings });
  for (const [i, value] of values.entries()) {
    trigger.watch(Float64Array.of(value), i * 100, 100);
    if (trigger.freezes((i + 1) * 100)) return (i + 1) * 100;
  }
  return undefined;
}

test('a rising trigger freezes when the value comes to the level from below', () => {
  expect(freezesAt([9, 9, 4, 5, 6], {})).toBe(400);
  expect(freezesAt([5, 5, 5], {})).toBeUndefined();
  expect(freezesAt([4, 4.9], {})).toBeUndefined();
});

test('a falling trigger freezes when the value comes to the level from above', () => {
  expect(freezesAt([1, 9, 2], { edge: 'falling' })).toBe(300);
  expect(freezesAt([1, 4, 9], { edge: 'falling' })).toBeUndefined();
});

test('the delay shows what follows', () => {
  expect(freezesAt([4, 6, 6, 6, 6, 6], { delay: 300 })).toBe(400);
});

test('a gap is no crossing', () => {
  expect(freezesAt([4, NaN, 6], {})).toBeUndefined();
});

test('a trigger without a signal, or one that is disarmed, never freezes', () => {
  expect(freezesAt([4, 6], { signal: '' })).toBeUndefined();
  const trigger = new Trigger();
  trigger.set({ signal: 'queue', level: 5 });
  expect(trigger.state).toBe('armed');
  trigger.watch(Float64Array.of(4, 6), 0, 100);
  expect(trigger.state).toBe('fired');
  trigger.disarm();
  expect(trigger.state).toBe('off');
  expect(trigger.freezes(1e9)).toBe(false);
});
