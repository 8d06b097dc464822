import { expect, test } from 'vitest';
import { Recording } from '../recording/recording.ts';
import { traceEvents } from './trace-events.ts';

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
      { ph: 'M', name: 'thread_name', pid: 1, tid: 2, args: { name: 'worker' } },
      { ph: 'X', name: 'move', cat: 'task', pid: 1, tid: 1, ts: 1000, dur: 2250, args: { priority: 5 } },
      { ph: 'X', name: 'tick', cat: 'timer', pid: 1, tid: 2, ts: 2000, dur: 1000, args: { lateness: 0.5 } },
      {
        ph: 'i',
        s: 't',
        name: 'stale',
        cat: 'drop',
        pid: 1,
        tid: 1,
        ts: 4000,
        args: { reason: 'cancelled' },
      },
      { ph: 'C', name: 'enemies', pid: 1, tid: 1, ts: 5000, args: { enemies: 12 } },
    ],
  });
});

test('overlapping events are in different rows, and rounded durations are not negative', () => {
  const recording = new Recording(
    [
      { kind: 'span', thread, name: 'load', start: 0, end: 5 },
      { kind: 'span', thread, name: 'decode', start: 3, end: 8 },
      { kind: 'span', thread, name: 'empty', start: 0.1 + 0.2, end: 0.3 },
    ],
    0,
  );
  const rows = traceEvents(recording).traceEvents.filter(({ ph }) => ph === 'X');
  expect(rows.map(({ name, tid }) => [name, tid])).toEqual([
    ['load', 1],
    ['empty', 1],
    ['decode', 2],
  ]);
  expect(rows.every(({ dur }) => dur! >= 0)).toBe(true);
});
