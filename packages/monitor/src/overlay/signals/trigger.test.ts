import { expect, test } from 'vitest';
import type { Aggregate } from './aggregate.ts';
import { Signal } from './signal.ts';
import { Timeline } from './timeline.ts';
import { Trigger, type TriggerSettings } from './trigger.ts';

const timeline = new Timeline(10, 10, 0); // periods of 100 ms

interface Settings extends Partial<TriggerSettings> {
  readonly aggregate?: Aggregate;
}

/** The values of consecutive periods; undefined: a period without a value; null: a gap. */
type Values = readonly (number | undefined | null)[];

/** The time at which a trigger freezes. It is armed after the first period, and each of the other ones is watched on its own. */
function freezesAt(values: Values, { aggregate = 'last', ...settings }: Settings = {}): number | undefined {
  const trigger = new Trigger();
  trigger.set({ signal: 'queue', level: 5, delay: 0, ...settings });
  const signal = new Signal('queue', timeline, { unit: '', aggregate, smoothing: 0, isShown: true });
  for (const [period, value] of values.entries()) {
    if (value === null) signal.skipTo(period + 1);
    else if (value !== undefined) signal.add(period, value);
    if (period > 0) trigger.watch(signal, period, period + 1, timeline);
    if (trigger.freezes(timeline.startOf(period + 1))) return timeline.startOf(period + 1);
  }
  return undefined;
}

test('a rising trigger freezes when the value comes to the level from below', () => {
  expect(freezesAt([9, 9, 4, 5, 6])).toBe(400);
  expect(freezesAt([5, 5, 5])).toBeUndefined();
  expect(freezesAt([4, 4.9])).toBeUndefined();
});

test('a falling trigger freezes when the value comes to the level from above', () => {
  expect(freezesAt([1, 9, 2], { edge: 'falling' })).toBe(300);
  expect(freezesAt([1, 4, 9], { edge: 'falling' })).toBeUndefined();
});

test('the delay shows what follows', () => {
  expect(freezesAt([4, 6, 6, 6, 6, 6], { delay: 300 })).toBe(400);
});

test('a gap is no crossing', () => {
  for (const aggregate of ['last', 'average', 'max', 'sum'] as const)
    expect(freezesAt([4, null, 6], { aggregate })).toBeUndefined();
});

test.each<[Aggregate, 'rising' | 'falling', Values, number | undefined]>([
  ['max', 'rising', [4, undefined, undefined, 400], 400],
  ['max', 'rising', [undefined, undefined, 400], 300], // its first value
  ['max', 'rising', [9, 9, undefined, 9], 400],
  ['max', 'falling', [9, undefined, undefined, 4], 400],
  ['max', 'falling', [4, undefined, 4, undefined, 4], undefined],
  ['min', 'falling', [undefined, 4], 200],
  ['min', 'falling', [4, undefined, 4], 300],
  ['min', 'rising', [4, undefined, 9], 300],
  ['min', 'rising', [9, undefined, 9], undefined],
  ['average', 'rising', [4, undefined, undefined, 6], 400],
  ['average', 'rising', [6, undefined, 6], undefined],
  ['average', 'falling', [6, undefined, 4], 300],
  ['average', 'falling', [4, undefined, 4], undefined],
  ['last', 'rising', [4, undefined, 6], 300],
  ['last', 'rising', [undefined, 6], undefined],
  ['last', 'falling', [4, undefined, 4], undefined],
  ['sum', 'rising', [undefined, 6], 200],
  ['sum', 'rising', [6, undefined, 6], 300],
  ['sum', 'falling', [6, undefined], 200],
  ['sum', 'falling', [undefined, 4], undefined],
])(
  '%s, %s: periods without a value are on the side that has no such values',
  (aggregate, edge, values, at) => {
    expect(freezesAt(values, { aggregate, edge })).toBe(at);
  },
);

test('the numbers of events and the rates of a signal without values are 0', () => {
  expect(freezesAt([undefined, 7], { aggregate: 'events', level: 1 })).toBe(200);
  expect(freezesAt([undefined, 7], { aggregate: 'rate', level: 70 })).toBe(200);
  expect(freezesAt([undefined, 7], { aggregate: 'rate', level: 70.1 })).toBeUndefined();
});

test('a signal that appears after the trigger was armed has its first value in the first watched period', () => {
  const signal = new Signal('queue', timeline, { unit: '', aggregate: 'max', smoothing: 0, isShown: true });
  signal.add(7, 80);
  const trigger = new Trigger();
  trigger.set({ signal: 'queue', level: 50, delay: 0 });
  trigger.watch(signal, 7, 8, timeline);
  expect(trigger.crossing).toEqual({ signal: 'queue', start: 700, end: 800 });
});

test('a trigger without a signal, or one that is disarmed, never freezes', () => {
  expect(freezesAt([4, 6], { signal: '' })).toBeUndefined();
  const signal = new Signal('queue', timeline, { unit: '', aggregate: 'last', smoothing: 0, isShown: true });
  const trigger = new Trigger();
  trigger.set({ signal: 'queue', level: 5 });
  expect(trigger.state).toBe('armed');
  signal.add(0, 4);
  signal.add(1, 6);
  trigger.watch(signal, 0, 2, timeline);
  expect(trigger.state).toBe('fired');
  trigger.disarm();
  expect(trigger.state).toBe('off');
  expect(trigger.freezes(1e9)).toBe(false);
});
