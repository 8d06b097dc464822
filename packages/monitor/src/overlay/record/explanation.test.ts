import { expect, test } from 'vitest';
import type { RecordedEvent, TaskEvent } from '../../recording/recorded-event.ts';
import { Recording } from '../../recording/recording.ts';
import { explanationOf } from './explanation.ts';

const thread = 'main';

function task(name: string, start: number, end: number, of = thread): TaskEvent {
  return { kind: 'task', thread: of, name, start, end, priority: 0 };
}

function span(name: string, start: number, end: number): RecordedEvent {
  return { kind: 'span', thread, name, start, end };
}

function turn(start: number, end: number): RecordedEvent {
  return { kind: 'turn', thread, name: 'turn', start, end };
}

/** The lines, indented by their levels. */
function explain(event: RecordedEvent, others: readonly RecordedEvent[], lost = 0): string[] {
  const recording = new Recording([...others, event], lost);
  return explanationOf(recording, event).map(({ level, text }) => '  '.repeat(level) + text);
}

test('a long callback is divided into its code and its spans, and has a chain of events', () => {
  const long = task('move', 10, 60);
  expect(explain(long, [turn(5, 61), task('input', 6, 9), span('find path', 20, 40)])).toEqual([
    'The task took 50 ms:',
    '  30 ms its own code',
    '  20 ms span find path',
    'Chain of events:',
    '  within turn, 56 ms',
    '  after task input, 3 ms',
  ]);
  expect(explain(task('alone', 0, 5), [])).toEqual(['The task took 5 ms, all of it in its own code.']);
  expect(explain(task('short', 5, 5), [])).toEqual(['The task took 0 ms, all of it in its own code.']);
});

test('a late timer has the callbacks that ran while it was due, and their chains', () => {
  const late: RecordedEvent = { kind: 'timer', thread, name: 'step', start: 30, end: 31, lateness: 20 };
  const lines = explain(late, [turn(0, 25), task('long', 8, 22)], 3);
  expect(lines).toEqual([
    'The timer began 20 ms late. In this time main ran:',
    '  12 ms task long',
    '    within turn, 25 ms',
    '  3 ms turn',
    '  5 ms time of the browser, or idle',
    'The timer took 1 ms, all of it in its own code.',
  ]);
  const first = explain(late, [task('long', 15, 22)], 3);
  expect(first).toContain('  5 ms events that were lost');
});

test('many causes are added up', () => {
  const late: RecordedEvent = { kind: 'timer', thread, name: 'step', start: 100, end: 101, lateness: 100 };
  const lines = explain(
    late,
    Array.from({ length: 10 }, (_, i) => task(`task ${i}`, 10 * i, 10 * i + 10)),
  );
  expect(lines).toContain('  40 ms 4 further events');
});

test('a callback that is later than usual has an estimated delay', () => {
  const usual = [0, 16, 32, 48].map((start) => span('draw', start, start + 2));
  expect(explain(span('draw', 84, 86), [...usual, task('long', 52, 83)])).toEqual([
    'The span began 20 ms later than in its usual interval. In this time main ran:',
    '  19 ms task long',
    '  1 ms time of the browser, or idle',
    'The span took 2 ms, all of it in its own code.',
  ]);
});

test('a window and a drop have the callbacks that took the time', () => {
  const [update, draw] = [task('update', 1, 9), task('draw', 10, 12)];
  const window = {
    kind: 'window',
    thread,
    name: 'enemies',
    start: 0,
    end: 16,
    updated: 2,
    cancelled: 9,
  } as const;
  expect(explain(window, [update, draw]).slice(0, 3)).toEqual([
    'The window took 16 ms: 2 updated, 9 cancelled. In this time main ran:',
    '  8 ms task update',
    '  2 ms task draw',
  ]);
  const drop = { kind: 'drop', thread, name: 'stale', start: 100, end: 100, reason: 'expired' } as const;
  expect(explain(drop, [task('old', 0, 40), task('long', 60, 95)])).toEqual([
    'The task expired. In the 50 ms before, main ran:',
    '  35 ms task long',
    '  15 ms time of the browser, or idle',
  ]);
  expect(explain({ ...drop, reason: 'cancelled' }, [task('first', 90, 95)])[0]).toBe(
    'The task was cancelled. In the 10 ms before, main ran:',
  );
});

test('a task of a pool has the work of its worker, and the callback that submitted it', () => {
  const remote = {
    kind: 'remote',
    thread,
    name: 'path',
    start: 10,
    end: 50,
    status: 'done',
    worker: 'worker 0',
    sent: 12,
    id: 3,
  } as const;
  const others = [
    task('plan', 8, 11),
    task('other', 12, 40, 'worker 0'),
    { ...task('path', 40, 48, 'worker 0'), id: 3 },
  ];
  expect(explain(remote, others)).toEqual([
    'The task took 40 ms until main knew of its end: done.',
    '  2 ms until the task was sent to a worker',
    '  38 ms from then until main knew of the end',
    'In the whole time worker 0 ran:',
    '  28 ms task other',
    '  8 ms task path',
    '    submitted by pool task path on main, 40 ms',
    '      submitted by task plan, 3 ms',
    '  4 ms time of the browser, or idle',
    'Chain of events:',
    '  submitted by task plan, 3 ms',
  ]);
  expect(explain(remote, [])).toContain('The recording contains no events of worker 0.');
  const waiting = {
    ...remote,
    status: 'expired',
    worker: undefined,
    sent: undefined,
    id: undefined,
  } as const;
  expect(explain(waiting, [])[0]).toBe(
    'The task took 40 ms until main knew of its end: expired. No worker had the task.',
  );
});

test('a message has its times in the sender, the network and the receiver', () => {
  const message = {
    kind: 'message',
    thread,
    name: 'game',
    start: 0,
    end: 40,
    status: 'delivered',
    sent: 3,
    id: 1,
  } as const;
  const receipt = {
    kind: 'receipt',
    thread: 'server',
    name: 'game',
    start: 20,
    end: 90,
    id: 1,
    size: 8,
  } as const;
  expect(explain(message, [receipt, task('play', -1, 2)])).toEqual([
    'The message took 90 ms until server got it: delivered.',
    '  3 ms in the sender',
    '  17 ms in the network',
    '  70 ms in the receiver, server',
    'Chain of events:',
    '  submitted by task play, 3 ms',
  ]);
  expect(explain(message, [])).toEqual([
    'The message took 40 ms until the sender knew of its end: delivered.',
    '  3 ms in the sender',
    '  37 ms in the network',
  ]);
});
