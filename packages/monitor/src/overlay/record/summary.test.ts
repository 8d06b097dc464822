import { expect, test } from 'vitest';
import { Recording } from '../../recording/recording.ts';
import { periodOf, summaryOf } from './summary.ts';

test('the line about a recording has its length, events, missing events and threads', () => {
  const event = { kind: 'span', thread: 'main', name: 'draw', start: 500, end: 3000 } as const;
  const inside = { ...event, thread: 'worker', start: 1000, end: 1001 };
  const recording = new Recording([event, inside], 1200);
  expect(periodOf(recording)).toEqual({ start: 500, end: 3000 });
  expect(summaryOf(recording)).toBe('2.5 s · 2 events · 1,200 earlier ones not kept · 2 threads');
  expect(summaryOf(new Recording([event]))).toBe('2.5 s · 1 event · 1 thread');
  expect(summaryOf(new Recording([]))).toBe('0.0 s · 0 events · 0 threads');
});
