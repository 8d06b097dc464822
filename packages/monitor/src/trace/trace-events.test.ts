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
      { ph: 'B', name: 'move', cat: 'task', pid: 1, tid: 1, ts: 1000, args: { priority: 5 } },
      { ph: 'E', name: 'move', pid: 1, tid: 1, ts: 3250 },
      { ph: 'M', name: 'thread_name', pid: 1, tid: 2, args: { name: 'worker' } },
      { ph: 'B', name: 'tick', cat: 'timer', pid: 1, tid: 2, ts: 2000, args: { 'lateness, ms': 0.5 } },
      { ph: 'E', name: 'tick', pid: 1, tid: 2, ts: 3000 },
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
      { ph: 'C', name: 'main: enemies', pid: 1, tid: 1, ts: 5000, args: { value: 12 } },
    ],
  });
});

test('overlapping events are in different rows, and equal times remain equal', () => {
  const recording = new Recording(
    [
      { kind: 'span', thread, name: 'load', start: 0, end: 5 },
      { kind: 'span', thread, name: 'decode', start: 3, end: 8 },
      { kind: 'turn', thread: 'worker', name: 'turn', start: 0.1, end: 0.1 + 0.2 },
      { kind: 'task', thread: 'worker', name: 'move', start: 0.15, end: 0.1 + 0.2, priority: 1 },
    ],
    0,
  );
  const { traceEvents: events } = traceEvents(recording);
  expect(events.filter(({ ph }) => ph === 'B').map(({ name, tid }) => [name, tid])).toEqual([
    ['load', 1],
    ['decode', 2],
    ['turn', 3],
    ['move', 3],
  ]);
  const ends = events.filter(({ ph, tid }) => ph === 'E' && tid === 3);
  expect(ends.map(({ name }) => name)).toEqual(['move', 'turn']);
  expect(ends[0]!.ts).toBe(ends[1]!.ts);
});
