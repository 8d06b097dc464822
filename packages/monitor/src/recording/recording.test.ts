import { expect, test } from 'vitest';
import type { RecordedEvent } from './recorded-event.ts';
import { Recording } from './recording.ts';

function task(name: string, start: number, end: number): RecordedEvent {
  return { kind: 'task', thread: 'main', name, start, end, priority: 0 };
}

const recording = new Recording(
  [
    task('short', 8, 9),
    task('long', 1, 7),
    task('short', 0, 1),
    { kind: 'turn', thread: 'main', name: 'turn', start: 0, end: 9 },
    { kind: 'timer', thread: 'main', name: 'tick', start: 10, end: 12, lateness: 3 },
  ],
  0,
);

test('events are in the order in which they began, the longest first', () => {
  expect(recording.events.map(({ name, start }) => `${name} ${start}`)).toEqual([
    'turn 0',
    'short 0',
    'long 1',
    'short 8',
    'tick 10',
  ]);
});

test('the longest callbacks and spans are found, but no turns', () => {
  expect(recording.longest(2).map(({ name }) => name)).toEqual(['long', 'tick']);
  expect(recording.longest(100).length).toBe(4);
  const draw: RecordedEvent = { kind: 'span', thread: 'main', name: 'draw', start: 20, end: 373 };
  const withSpan = new Recording([...recording.events, draw]);
  expect(withSpan.longest(1)).toEqual([draw]);
  expect(withSpan.longerThan(300)).toEqual([draw]);
});

test('callbacks longer than a limit are found', () => {
  expect(recording.longerThan(1).map(({ name }) => name)).toEqual(['long', 'tick']);
});

test('run times are counted by name', () => {
  const found = Array.from(recording.runTimes(), ([name, { count, max }]) => [name, count, max]);
  expect(found).toEqual([
    ['short', 2, 1],
    ['long', 1, 6],
    ['tick', 1, 2],
  ]);
});

test('a merged recording contains the events of all, on the clock of the first one', () => {
  const one = new Recording([task('page', 10, 11)], 2, 1000);
  const other = new Recording([task('worker', 4, 5)], 3, 1005);
  const { events, lost, origin } = Recording.merge([one, structuredClone(other)]);
  expect(events.map(({ end, name, start }) => [name, start, end])).toEqual([
    ['worker', 9, 10],
    ['page', 10, 11],
  ]);
  expect([lost, origin]).toEqual([5, 1000]);
});

test('recordings of clocks without an origin keep their times', () => {
  const { events, origin } = Recording.merge([
    new Recording([task('a', 1, 2)]),
    new Recording([task('b', 1, 2)]),
  ]);
  expect(events.map(({ start }) => start)).toEqual([1, 1]);
  expect(origin).toBe(undefined);
});

test('wrong arguments are refused', () => {
  const withOrigin = new Recording([], 0, 1000);
  expect(() => Recording.merge([])).toThrow(RangeError);
  expect(() => Recording.merge([withOrigin, recording])).toThrow(
    'Recording.merge: all recordings must have an origin, or none; see the option origin of Recorder',
  );
  expect(() => Recording.merge([undefined as never])).toThrow(
    'Recording.merge: a recording must be a Recording, got undefined',
  );
  expect(() => Recording.merge(recording as never)).toThrow('Recording.merge: recordings must be an array');
  expect(() => recording.longest(-1)).toThrow(RangeError);
  expect(() => recording.longerThan('5' as never)).toThrow(TypeError);
});

test('the events during a period are those of its thread that overlap it', () => {
  const other = { ...task('elsewhere', 1, 7), thread: 'worker' };
  const { events } = recording;
  const all = new Recording([...events, other]);
  const names = (start: number, end: number): string[] =>
    all.during({ thread: 'main', start, end }).map(({ name }) => name);
  expect(names(2, 3)).toEqual(['turn', 'long']);
  expect(names(7, 8)).toEqual(['turn', 'long', 'short']);
  expect(names(20, 30)).toEqual([]);
  expect(all.during(other)).toEqual([other]);
});

test('the reasons for the lateness of a timer are the callbacks that ran while it was due', () => {
  const late = { kind: 'timer', thread: 'main', name: 'tick', start: 9, end: 10, lateness: 5 } as const;
  const all = new Recording([
    task('before', 0, 4),
    task('long', 4, 7.5),
    task('short', 7.5, 9),
    { ...task('elsewhere', 5, 6), thread: 'worker' },
    late,
    task('after', 10, 12),
  ]);
  expect(all.reasonsFor(late).map(({ name }) => name)).toEqual(['long', 'short']);
  expect(() => all.reasonsFor(task('a', 0, 1) as never)).toThrow(
    'reasonsFor: timer must be an event of the kind timer',
  );
});
