import { expect, test } from 'vitest';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { lateFrameAt, lateFrames, lateTimers } from './late-events.ts';
import { nameStatistics } from './name-statistics.ts';
import { selectEvents } from './select-events.ts';
import { threadStatistics } from './thread-statistics.ts';

const thread = 'main';
const recording = new Recording(
  [
    { kind: 'task', thread, name: 'move', start: 0, end: 2, priority: 1 },
    { kind: 'task', thread, name: 'move', start: 2, end: 6, priority: 1 },
    { kind: 'span', thread, name: 'move', start: 6, end: 7 },
    { kind: 'timer', thread, name: 'step', start: 10, end: 11, lateness: 5 },
    { kind: 'timer', thread, name: 'step', start: 30, end: 31, lateness: 9 },
    { kind: 'timer', thread, name: 'step', start: 50, end: 51, lateness: 0.5 },
    { kind: 'window', thread, name: 'enemies', start: 60, end: 70, updated: 1, cancelled: 2 },
    { kind: 'window', thread, name: 'enemies', start: 70, end: 80, updated: 1, cancelled: 7 },
    { kind: 'window', thread, name: 'enemies', start: 80, end: 90, updated: 9, cancelled: 0 },
    { kind: 'task', thread: 'worker', name: 'plan', start: 4, end: 8, priority: 1 },
    { kind: 'signal', thread: 'worker', name: 'load', start: 12, end: 12, value: 1 },
  ],
  4,
  1000,
);

function describe({ kind, name, start }: RecordedEvent): string {
  return `${kind} ${name} ${start}`;
}

test('late timers are found, the latest first', () => {
  expect(lateTimers(recording, 1).map(describe)).toEqual(['timer step 30', 'timer step 10']);
  expect(lateTimers(recording, 5).map(describe)).toEqual(['timer step 30']);
  expect(lateTimers(recording, 0).length).toBe(3);
});

test('late frames are late timers, and then windows with cancelled updates', () => {
  expect(lateFrames(recording).map(describe)).toEqual([
    'timer step 30',
    'timer step 10',
    'window enemies 70',
    'window enemies 60',
  ]);
});

test('if a recording has steps of everyFrame, other timers are no frames', () => {
  const step = (start: number, lateness: number): RecordedEvent => {
    return { kind: 'timer', thread, name: 'makeStep', start, end: start + 1, lateness };
  };
  const withSteps = new Recording([...recording.events, step(100, 2), step(120, 3), step(140, 0.5)]);
  expect(lateFrames(withSteps).map(describe)).toEqual([
    'timer makeStep 120',
    'timer makeStep 100',
    'window enemies 70',
    'window enemies 60',
  ]);
  expect(lateFrameAt(withSteps, 11)).toBeUndefined();
});

test('the late frame at a time is found, from the time at which it was due', () => {
  const at = (time: number): string | undefined => {
    const found = lateFrameAt(recording, time);
    return found && describe(found);
  };
  expect([4.9, 5, 11, 12, 21, 65, 70, 85].map(at)).toEqual([
    undefined,
    'timer step 10',
    'timer step 10',
    undefined,
    'timer step 30',
    'window enemies 60',
    'window enemies 70',
    undefined,
  ]);
});

test('run times are counted by kind and name, the greatest total first', () => {
  const found = nameStatistics(recording).map(({ count, kind, max, name, total }) => [
    kind,
    name,
    count,
    total,
    max,
  ]);
  expect(found).toEqual([
    ['task', 'move', 2, 6, 4],
    ['task', 'plan', 1, 4, 4],
    ['timer', 'step', 3, 3, 1],
    ['span', 'move', 1, 1, 1],
  ]);
  const [{ p50, p95, 'p99.9': p999 }] = nameStatistics(recording) as [
    ReturnType<typeof nameStatistics>[number],
  ];
  expect(p50).toBeCloseTo(2, 1);
  expect([p95, p999].every((p) => p > 3.9 && p <= 4)).toBe(true);
});

test('threads are listed with their busy time', () => {
  expect(threadStatistics(recording)).toEqual([
    { thread, events: 9, start: 0, end: 90, busy: 10 },
    { thread: 'worker', events: 2, start: 4, end: 12, busy: 4 },
  ]);
  expect(threadStatistics(new Recording([]))).toEqual([]);
});

test('events can be selected by thread and time', () => {
  const names = (selection: Parameters<typeof selectEvents>[1]): string[] =>
    selectEvents(recording, selection).events.map(describe);
  expect(names({ thread: 'worker' })).toEqual(['task plan 4', 'signal load 12']);
  expect(names({ from: 7, to: 10 })).toEqual(['task plan 4', 'span move 6', 'timer step 10']);
  expect(names({ thread: 'worker', from: 9, to: undefined })).toEqual(['signal load 12']);
  expect(names({ from: 12, to: 7 })).toEqual([]);
  expect(selectEvents(recording)).toEqual(recording);
});

test('a structured clone of a recording can be queried', () => {
  const clone = structuredClone(recording);
  expect(lateFrames(clone)).toEqual(lateFrames(recording));
  expect(nameStatistics(clone)).toEqual(nameStatistics(recording));
  expect(selectEvents(clone)).toEqual(recording);
});

test('wrong arguments are refused', () => {
  for (const call of [lateFrames, nameStatistics, threadStatistics, selectEvents])
    expect(() => call({} as never)).toThrow(`${call.name}: recording must be a Recording`);
  expect(() => lateTimers(recording, NaN)).toThrow(RangeError);
  expect(() => lateFrameAt(recording, '5' as never)).toThrow(TypeError);
  expect(() => selectEvents(recording, { from: NaN })).toThrow(RangeError);
  expect(() => selectEvents(recording, { thread: 5 as never })).toThrow(TypeError);
  expect(() => selectEvents(recording, null as never)).toThrow(TypeError);
});
