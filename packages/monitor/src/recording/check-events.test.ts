import { expect, test } from 'vitest';
import { isEvent } from './check-events.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { Recorder } from './recorder.ts';
import { Recording } from './recording.ts';

const common = { thread: 'main', name: 'a', start: 1, end: 2 };
const none = { worker: undefined, sent: undefined, id: undefined };
const valid: readonly RecordedEvent[] = [
  { ...common, kind: 'task', priority: -1e300 },
  { ...common, kind: 'task', priority: 0, id: 5 },
  { ...common, kind: 'timer', lateness: 0 },
  { ...common, kind: 'turn', name: '' },
  { ...common, kind: 'span', name: '\uD83D', start: -(2 ** 42), end: 2 ** 42 },
  { ...common, kind: 'span', start: -0, end: 0 },
  { ...common, kind: 'window', updated: 1, cancelled: 0 },
  { ...common, kind: 'drop', reason: 'expired' },
  { ...common, kind: 'signal', value: -5.5 },
  { ...common, kind: 'remote', status: 'done', ...none },
  { ...common, kind: 'remote', status: 'failed', worker: 'worker 0', sent: 1.5, id: 3 },
  { ...common, kind: 'message', status: 'lost', sent: undefined, id: undefined },
  { ...common, kind: 'receipt', id: 0, size: 5 },
];

test('events of all kinds are valid', () => {
  for (const event of valid) expect(isEvent(event)).toBe(true);
  expect(new Recording(valid).events).toHaveLength(valid.length);
});

const [task, timer, drop, signal, remote, receipt] = [
  'task',
  'timer',
  'drop',
  'signal',
  'remote',
  'receipt',
].map((kind) => valid.find((event) => event.kind === kind)!);

test.each<[string, unknown]>([
  [
    'kind of the event 1 must be one of task, timer, turn, window, drop, signal, span, remote, message, receipt, got undefined',
    undefined,
  ],
  [
    "kind of the event 1 must be one of task, timer, turn, window, drop, signal, span, remote, message, receipt, got 'new'",
    { ...task, kind: 'new' },
  ],
  ['kind of the event 1', { ...task, kind: 'constructor' }],
  ['kind of the event 1', null],
  ['thread of the event 1 must be a string, got 5', { ...task, thread: 5 }],
  ['name of the event 1 must be a string, got undefined', { ...task, name: undefined }],
  [
    'start of the event 1 must be a number from -4398046511104 to 4398046511104, got NaN',
    { ...task, start: NaN },
  ],
  ['start of the event 1', { ...task, start: 1e300 }],
  ['start of the event 1', { ...task, start: '1' }],
  ['end of the event 1', { ...task, end: Infinity }],
  ['end of the event 1 must be a number from 1 to 4398046511104, got 0', { ...task, end: 0 }],
  ['priority of the event 1 must be a finite number, got NaN', { ...task, priority: NaN }],
  ['id of the event 1', { ...task, id: 0.5 }],
  ['lateness of the event 1', { ...timer, lateness: -1 }],
  ["reason of the event 1 must be one of cancelled, expired, got 'late'", { ...drop, reason: 'late' }],
  ['value of the event 1', { ...signal, value: Infinity }],
  ['status of the event 1', { ...remote, status: 'lost' }],
  ['sent of the event 1', { ...remote, sent: null }],
  ['size of the event 1', { ...receipt, size: 2 ** 53 }],
])('Recording: %s', (message, event) => {
  const events = [task, event] as RecordedEvent[];
  expect(() => new Recording(events)).toThrow(`Recording: ${message}`);
  expect(() => Recording.merge([{ events, lost: 0, origin: undefined }])).toThrow(
    `Recording.merge: a recording: ${message}`,
  );
});

test('the class of the error says whether the type or the range is wrong', () => {
  expect(() => new Recording([{ ...task!, start: 1e300 }])).toThrow(RangeError);
  expect(() => new Recording([{ ...task!, kind: 'new' as never }])).toThrow(RangeError);
  expect(() => new Recording([{ ...task!, start: '1' as never }])).toThrow(TypeError);
});

test('times that a merge moves out of their range are refused', () => {
  const one = new Recording([task!], 0, -8e15);
  const other = new Recording([task!], 0, 8e15);
  expect(() => Recording.merge([one, other])).toThrow('Recording: start of the event');
  expect(() => new Recording([], 0, 1e16)).toThrow('Recording: origin must be a finite number from');
  expect(() => new Recording([], 0.5)).toThrow('Recording: lost must be a whole number from 0');
});

test('a recorder counts events at invalid times as lost', () => {
  let now = NaN;
  const recorder = new Recorder({ clock: { now: () => now } });
  recorder.signal('a', 1);
  now = 5;
  recorder.signal('a', 2);
  const { events, lost } = recorder.recording();
  expect([events.length, lost]).toEqual([1, 1]);
});
