import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../recording/recorded-event.ts';
import { Recording } from '../../recording/recording.ts';
import { type QuestionName, questionTexts } from './question-names.ts';
import { rowsOf } from './questions.ts';

const thread = 'main';
const pool = { kind: 'remote', thread, worker: 'worker 0', status: 'done', id: 0 } as const;
const session = { kind: 'message', thread, name: 'game', status: 'delivered' } as const;

function drop(name: string, start: number): RecordedEvent {
  return { kind: 'drop', thread, name, start, end: start, reason: 'cancelled' };
}

function window(start: number, cancelled: number): RecordedEvent {
  return { kind: 'window', thread, name: 'enemies', start, end: start + 5, updated: 1, cancelled };
}

/** The rows as `name: value, time before the end`. */
function answer(question: QuestionName, events: readonly RecordedEvent[]): string[] {
  return rowsOf(question, new Recording(events)).map(
    ({ before, event, value }) => `${event.name}: ${value}, ${before}`,
  );
}

test('the longest callbacks and spans are shown with their durations, and the time before the end of the recording', () => {
  const tasks = Array.from({ length: 12 }, (_, i): RecordedEvent => {
    return { kind: 'task', thread, name: `task ${i}`, start: 100 * i, end: 100 * i + i, priority: 0 };
  });
  const rows = answer('longest', [
    ...tasks,
    { kind: 'timer', thread, name: 'tick', start: 1500, end: 1520, lateness: 3 },
    { kind: 'span', thread, name: 'last', start: 100, end: 2000 },
  ]);
  expect(rows.slice(0, 3)).toEqual(['last: 1,900 ms, 1900', 'tick: 20 ms, 500', 'task 11: 11 ms, 900']);
  expect(rows.length).toBe(10);
});

test('late timers are shown with their lateness', () => {
  const rows = answer('late', [
    { kind: 'timer', thread, name: 'early', start: 0, end: 1, lateness: 0.9 },
    { kind: 'timer', thread, name: 'late', start: 10, end: 11, lateness: 5 },
    { kind: 'timer', thread, name: 'latest', start: 20, end: 21, lateness: 8.25 },
    window(15, 4),
  ]);
  expect(rows).toEqual(['latest: 8.25 ms, 1', 'late: 5 ms, 11']);
});

test('late frames are the steps of everyFrame, if there are some', () => {
  const timer = (name: string, lateness: number): RecordedEvent => {
    return { kind: 'timer', thread, name, start: 100, end: 101, lateness };
  };
  const steps = [timer('makeStep', 12), timer('playNote', 30), window(15, 4)];
  expect(answer('frames', steps)).toEqual(['makeStep: 12 ms, 1']);
  expect(answer('late', steps)).toEqual(['playNote: 30 ms, 1', 'makeStep: 12 ms, 1']);
  expect(answer('frames', steps.slice(1))).toEqual(['playNote: 30 ms, 1']);
});

test('drops are counted by name, and shown beside the windows with cancelled updates', () => {
  const few = [
    window(0, 3),
    window(10, 7),
    window(20, 0),
    drop('stale', 4),
    drop('stale', 6),
    drop('rare', 2),
  ];
  expect(answer('dropped', few)).toEqual([
    'enemies: 7 cancelled, 15',
    'enemies: 3 cancelled, 25',
    'stale: 2 dropped, 19',
    'rare: 1 dropped, 23',
  ]);
  const windows = Array.from({ length: 20 }, (_, i) => window(i, 1000 + i));
  const drops = Array.from({ length: 20 }, (_, i) => drop(`task ${i}`, i));
  const kinds = (events: readonly RecordedEvent[]): string[] =>
    rowsOf('dropped', new Recording(events)).map(({ event }) => event.kind);
  expect(kinds([...windows, ...drops]).filter((kind) => kind === 'drop').length).toBe(5);
  expect(kinds([...windows, ...drops]).length).toBe(10);
  expect(kinds([...windows, ...drops.slice(0, 2)]).filter((kind) => kind === 'drop').length).toBe(2);
  expect(kinds(drops).length).toBe(10);
  expect(answer('dropped', windows)[0]).toMatch('1,019 cancelled');
});

test('tasks of a pool and messages are shown with their whole times', () => {
  const events: readonly RecordedEvent[] = [
    { ...pool, name: 'path', start: 0, end: 30, sent: 25 },
    { ...pool, name: 'load', start: 5, end: 40, sent: 6 },
    { ...session, start: 0, end: 12, sent: 2, id: 0 },
    { ...session, start: 0, end: 12, sent: 2, id: 1 },
    { kind: 'receipt', thread: 'server', name: 'game', start: 10, end: 50, id: 1, size: 3 },
  ];
  expect(answer('remote', events)).toEqual(['load: 35 ms, 45', 'path: 30 ms, 50']);
  expect(answer('messages', events)).toEqual(['game: 50 ms, 50', 'game: 12 ms, 50']);
});

test.each(Object.keys(questionTexts) as QuestionName[])(
  'an empty recording has no rows for %s',
  (question) => {
    expect(answer(question, [])).toEqual([]);
  },
);
