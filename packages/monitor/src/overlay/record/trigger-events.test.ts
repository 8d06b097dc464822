import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../recording/recorded-event.ts';
import { Recording } from '../../recording/recording.ts';
import { triggerEvents } from './trigger-events.ts';

const thread = 'main';
const task = (name: string, start: number, end: number, of = thread): RecordedEvent => {
  return { kind: 'task', thread: of, name, start, end, priority: 0 };
};
const timer = (name: string, start: number, lateness: number): RecordedEvent => {
  return { kind: 'timer', thread, name, start, end: start + 1, lateness };
};

/** The names of the events at a crossing from 1,000 to 1,100 ms. */
function at(signal: string, events: readonly RecordedEvent[]): string[] {
  const crossing = { signal, start: 1000, end: 1100 };
  return triggerEvents(new Recording(events), crossing).map(({ name }) => name);
}

const stutter: readonly RecordedEvent[] = [
  { kind: 'turn', thread, name: 'turn', start: 600, end: 1055 },
  task('stutter', 610, 1050),
  task('earlier', 10, 990),
  { kind: 'span', thread, name: 'draw', start: 700, end: 1045 },
  task('short', 1060, 1062),
  task('later', 1090, 1900),
  timer('step', 1070, 430),
  task('decode', 1000, 1080, 'worker'),
];

test('the longest callback at a crossing is the one that ended in its period', () => {
  expect(at('longest callback', stutter).slice(0, 2)).toEqual(['stutter', 'decode']);
});

test('a late timer, a window, and the work of a thread come first if their signal has crossed', () => {
  expect(at('lateness p95', [...stutter, timer('tick', 950, 3)])).toEqual(['step', 'tick']);
  const window = (cancelled: number, end: number): RecordedEvent => {
    return { kind: 'window', thread, name: 'enemies', start: 1020, end, updated: 1, cancelled };
  };
  const windows = [window(5, 1030), window(60, 1031), window(7, 1032)];
  const shown = triggerEvents(new Recording(windows), {
    signal: 'cancelled per window',
    start: 1000,
    end: 1100,
  });
  expect(shown[0]).toMatchObject({ cancelled: 60 });
  expect(at('busy: worker', stutter)).toEqual(['decode']);
  const drop = { kind: 'drop', thread, name: 'stale', start: 1001, end: 1001, reason: 'cancelled' } as const;
  expect(at('drops', [...stutter, drop])).toEqual(['stale']);
});

test('a signal of the application has the callbacks and spans of the time, the longest first', () => {
  expect(at('queue', stutter)).toEqual(['earlier', 'later', 'stutter', 'draw', 'decode', 'short', 'step']);
  expect(at('drops', stutter)[0]).toBe('earlier');
  expect(at('queue', [])).toEqual([]);
});
