import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Recording } from '../recording/recording.ts';
import { type TraceEvent, traceEvents } from './trace-events.ts';

const thread = 'main';

test('a recording becomes a file of the trace-event format', () => {
  const recording = new Recording(
    [
      { kind: 'task', thread, name: 'move', start: 1, end: 3.25, priority: 5 },
      { kind: 'timer', thread: 'worker', name: 'tick', start: 2, end: 3, lateness: 0.5 },
      { kind: 'drop', thread, name: 'stale', start: 4, end: 4, reason: 'cancelled' },
      { kind: 'signal', thread, name: 'enemies', start: 5, end: 5, value: 12 },
    ],
    0,
  );
  expect(traceEvents(recording)).toEqual({
    displayTimeUnit: 'ms',
    traceEvents: [
      { ph: 'M', name: 'thread_name', pid: 1, tid: 1, args: { name: 'main' } },
      { ph: 'X', name: 'move', cat: 'task', pid: 1, tid: 1, ts: 1000, dur: 2250, args: { priority: 5 } },
      { ph: 'M', name: 'thread_name', pid: 1, tid: 2, args: { name: 'worker' } },
      {
        ph: 'X',
        name: 'tick',
        cat: 'timer',
        pid: 1,
        tid: 2,
        ts: 2000,
        dur: 1000,
        args: { 'lateness, ms': 0.5 },
      },
      {
        ph: 'I',
        s: 't',
        name: 'stale',
        cat: 'drop',
        pid: 1,
        tid: 1,
        ts: 4000,
        args: { reason: 'cancelled' },
      },
      { ph: 'C', name: 'main: enemies', pid: 1, tid: 1, ts: 5000, args: { value: 12 } },
    ],
  });
});

test('overlapping events are in different rows', () => {
  const recording = new Recording(
    [
      { kind: 'span', thread, name: 'load', start: 0, end: 5 },
      { kind: 'span', thread, name: 'decode', start: 3, end: 8 },
      { kind: 'turn', thread: 'worker', name: 'turn', start: 1, end: 2 },
      { kind: 'task', thread: 'worker', name: 'move', start: 1, end: 2, priority: 1 },
    ],
    0,
  );
  const { traceEvents: events } = traceEvents(recording);
  expect(events.filter(({ ph }) => ph === 'X').map(({ name, tid }) => [name, tid])).toEqual([
    ['load', 1],
    ['decode', 2],
    ['turn', 3],
    ['move', 3],
  ]);
});

test('nested events end within the outer ones, and the next event begins at or after their end, as readers add up the times', () => {
  const time = fc.nat({ max: 1000 }).map((step) => 123_456 + step * 0.000_333);
  fc.assert(
    fc.property(fc.uniqueArray(time, { minLength: 3, maxLength: 3 }), (times) => {
      const [first, second, third] = times.toSorted((one, other) => one - other) as [number, number, number];
      const recording = new Recording([
        { kind: 'turn', thread, name: 'turn', start: first, end: third },
        { kind: 'task', thread, name: 'one', start: first, end: second, priority: 1 },
        { kind: 'task', thread, name: 'two', start: second, end: third, priority: 1 },
      ]);
      const [turn, one, two] = ['turn', 'one', 'two'].map((named) =>
        traceEvents(recording).traceEvents.find(({ name }) => name === named)!,
      ) as [TraceEvent, TraceEvent, TraceEvent];
      expect(one.ts! + one.dur!).toBe(two.ts);
      expect(two.ts! + two.dur!).toBe(turn.ts! + turn.dur!);
      for (const { dur, ts } of [turn, one, two])
        for (const ns of [ts! * 1000, dur! * 1000]) expect(Number.isInteger(ns)).toBe(true);
    }),
  );
});
