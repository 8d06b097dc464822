import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedEvent, TaskEvent, TimerEvent, WindowEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { type Causes, causesOf } from './causes-of.ts';
import type { LinkFinder } from './links.ts';

function task(name: string, start: number, end: number, thread = 'main'): TaskEvent {
  return { kind: 'task', thread, name, start, end, priority: 0 };
}

function turn(start: number, end: number): RecordedEvent {
  return { kind: 'turn', thread: 'main', name: 'turn', start, end };
}

function span(name: string, start: number, end: number): RecordedEvent {
  return { kind: 'span', thread: 'main', name, start, end };
}

function timer(start: number, lateness: number): TimerEvent {
  return { kind: 'timer', thread: 'main', name: 'step', start, end: start + 1, lateness };
}

function sharesOf({ causes }: Causes): [string, number][] {
  return causes.map(({ event, share }) => [event.name, share]);
}

test('the lateness of a timer is divided among the innermost events, and the rest', () => {
  const late = timer(20, 10);
  const recording = new Recording([
    turn(8, 15),
    task('begun before', 8, 11),
    task('long', 11, 14),
    span('inner', 12, 13.5),
    turn(18, 21),
    task('short', 18, 19.5),
    task('elsewhere', 5, 20, 'worker'),
    { kind: 'drop', thread: 'main', name: 'dropped', start: 12, end: 12, reason: 'expired' },
    late,
    task('after', 21, 30),
  ]);
  const causes = causesOf(recording, late);
  expect(sharesOf(causes)).toEqual([
    ['long', 1.5],
    ['inner', 1.5],
    ['short', 1.5],
    ['begun before', 1],
    ['turn', 1],
    ['turn', 0.5],
  ]);
  expect(causes).toMatchObject({ due: 10, until: 20, unexplained: 3, unrecorded: 0, isEstimated: false });
});

test('each cause has the events that it follows from', () => {
  const late = timer(20, 10);
  const recording = new Recording([
    turn(8, 20),
    span('input', 9, 19),
    task('one', 9, 12),
    task('two', 12, 19),
    late,
  ]);
  const [two] = causesOf(recording, late).causes;
  expect(two!.chain.map(({ event, of, relation }) => `${of.name} ${relation} ${event.name}`)).toEqual([
    'two within input',
    'two after one',
    'input within turn',
  ]);
});

test('links of other finders are followed across threads, also in circles', () => {
  const late = timer(20, 10);
  const [waits, remote, submits] = [
    task('waits', 10, 19),
    task('remote', 2, 9, 'worker'),
    task('submits', 1, 2),
  ];
  const recording = new Recording([waits, remote, submits, late]);
  const links: LinkFinder = () => (event) => {
    if (event === waits) return [{ relation: 'result of', event: remote }];
    if (event === remote) return [{ relation: 'submitted by', event: submits }];
    return event === submits ? [{ relation: 'result of', event: waits }] : [];
  };
  const [cause] = causesOf(recording, late, { links: [links] }).causes;
  expect(cause!.chain.map(({ event, relation }) => `${relation} ${event.name}`)).toEqual([
    'result of remote',
    'submitted by submits',
  ]);
});

test('the callback of a worker follows from its task of a pool, and from the event that submitted it', () => {
  const run: TaskEvent = { ...task('row', 12, 18, 'worker 0'), id: 3 };
  const remote: RecordedEvent = {
    kind: 'remote',
    thread: 'main',
    name: 'row',
    start: 10,
    end: 20,
    status: 'done',
    worker: 'worker 0',
    sent: 11,
    id: 3,
  };
  const recording = new Recording([turn(8, 10.5), task('submits', 9, 10.2), run, remote]);
  const { causes, unexplained } = causesOf(recording, remote, { thread: 'worker 0' });
  expect(unexplained).toBe(4);
  expect(causes.map(({ share }) => share)).toEqual([6]);
  expect(causes[0]!.chain.map(({ event, relation }) => `${relation} ${event.kind} ${event.name}`)).toEqual([
    'submitted by remote row',
    'submitted by task submits',
    'within turn turn',
  ]);
});

test('the time of another thread can be divided as well', () => {
  const late = timer(20, 10);
  const recording = new Recording([late, task('remote', 5, 14, 'worker')]);
  const causes = causesOf(recording, late, { thread: 'worker' });
  expect(sharesOf(causes)).toEqual([['remote', 4]]);
  expect(causes.unexplained).toBe(6);
  expect(causesOf(recording, late, { thread: 'none' }).unexplained).toBe(10);
});

test('the causes of cancelled updates are the events of the window', () => {
  const window: WindowEvent = {
    kind: 'window',
    thread: 'main',
    name: 'enemies',
    start: 0,
    end: 16,
    updated: 2,
    cancelled: 9,
  };
  const recording = new Recording([window, task('update', 1, 9), task('draw', 10, 12)]);
  const causes = causesOf(recording, window);
  expect(sharesOf(causes)).toEqual([
    ['update', 8],
    ['draw', 2],
  ]);
  expect(causes).toMatchObject({ due: 0, until: 16, unexplained: 6 });
});

test('the time at which a span was due is estimated from the earlier ones, or given', () => {
  const draws = [0, 16, 32, 48, 64, 90].map((start) => span('draw', start, start + 2));
  const recording = new Recording([...draws, task('long', 70, 88)]);
  const estimated = causesOf(recording, recording.events.at(-1)!);
  expect(estimated).toMatchObject({ due: 80, until: 90, isEstimated: true, unexplained: 2 });
  expect(sharesOf(estimated)).toEqual([['long', 8]]);
  const given = causesOf(recording, recording.events.at(-1)!, { due: 75 });
  expect(given).toMatchObject({ due: 75, isEstimated: false });
  expect(causesOf(recording, recording.events[0]!)).toMatchObject({ due: 0, until: 0, causes: [] });
});

test('time before the first event is unrecorded if earlier events were lost', () => {
  const late = timer(20, 10);
  const events = [task('known', 15, 18), late];
  expect(causesOf(new Recording(events, 1), late)).toMatchObject({ unrecorded: 5, unexplained: 2 });
  expect(causesOf(new Recording(events, 0), late)).toMatchObject({ unrecorded: 0, unexplained: 7 });
  expect(causesOf(new Recording([late], 1), late)).toMatchObject({ unrecorded: 10, unexplained: 0 });
});

test('shares and the rest add up to the delay, however events overlap', () => {
  const period = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(period, { maxLength: 30 }), fc.nat({ max: 40 }), (periods, lateness) => {
      const late = timer(40, lateness);
      const recording = new Recording([
        ...periods.map(([start, length], i) => task(`${i}`, start, start + length)),
        late,
      ]);
      const { causes, unexplained } = causesOf(recording, late);
      const sum = causes.reduce((total, { share }) => total + share, unexplained);
      expect(sum).toBe(lateness);
      for (const { event, share } of causes) {
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(event.end - event.start);
      }
      const ms = Array.from({ length: lateness }, (_, i) => 40 - lateness + i);
      const idle = ms.filter((at) => !recording.events.some(({ end, start }) => start <= at && end > at));
      expect(unexplained).toBe(idle.length);
    }),
  );
});

test('wrong arguments are refused', () => {
  const late = timer(20, 10);
  const recording = new Recording([late]);
  expect(() => causesOf({} as never, late)).toThrow('causesOf: recording must be a Recording');
  expect(() => causesOf(recording, undefined as never)).toThrow('causesOf: event must be an object');
  expect(() => causesOf(recording, { ...late })).toThrow('causesOf: event must be an event of the recording');
  expect(() => causesOf(recording, late, { due: NaN })).toThrow(RangeError);
  expect(() => causesOf(recording, late, { links: [5 as never] })).toThrow(
    'causesOf: a finder of links must be a function',
  );
  expect(() => causesOf(recording, late, { thread: 5 as never })).toThrow(TypeError);
});

test('an event of another recording is refused with a message that says so', () => {
  const recorded = [task('long', 0, 30), timer(30, 20)];
  const [one, other] = [new Recording(recorded), new Recording(structuredClone(recorded))];
  expect(() => causesOf(one, other.events.at(-1)!)).toThrow(
    /^causesOf: event must be an event of the recording, got the timer 'step' at 30 ms, which is not in this recording\. Each call of recording\(\) creates events of its own$/,
  );
  expect(() => causesOf(one, { kind: 'late' } as never)).toThrow(
    /^causesOf: event must be an event of the recording, got an object/,
  );
});
