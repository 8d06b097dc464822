import { expect, test } from 'vitest';
import type { Follower, ThreadRecords } from '../recording/follower.ts';
import { Recorder } from '../recording/recorder.ts';
import { OverlayModel } from './overlay-model.ts';

const options = { rate: 10, history: 10, delay: 200 };

/** A model on a clock that the test sets, with a recorder that it follows. */
function stage(capacity = 65_536): {
  readonly clock: { time: number; now(): number };
  readonly recorder: Recorder;
  readonly model: OverlayModel;
  /** Makes the samples until a time, one in each 100 ms. Returns how often the trigger has frozen the display. */
  readonly until: (time: number) => number;
} {
  const clock = { time: 0, now: (): number => clock.time };
  const recorder = new Recorder({ clock, capacity });
  const model = new OverlayModel(options, 0);
  const follower = recorder.follow();
  const until = (time: number): number => {
    let freezes = 0;
    while (clock.time < time) {
      clock.time = Math.min(time, clock.time + 100);
      if (model.sample(follower, clock.time)) freezes++;
    }
    return freezes;
  };
  return { clock, recorder, model, until };
}

const valuesOf = (model: OverlayModel, name: string, from: number, to: number): number[] => [
  ...model.signals.all.find((signal) => signal.name === name)!.values(from, to),
];

test('a recorded signal is shown in the period in which it was recorded', () => {
  const { model, recorder, until } = stage();
  until(150);
  recorder.signal('queue', 4);
  until(350);
  recorder.signal('queue', 6);
  until(1000);
  expect(valuesOf(model, 'queue', 0, 5)).toEqual([NaN, 4, 4, 6, 6]);
  expect(model.shownPeriods).toBe(8);
});

test('callbacks, timers, windows and drops become signals, histograms, rates and lanes', () => {
  const { model, recorder, until } = stage();
  const loop = recorder.loop();
  const task = { callback: function move(): void {} } as unknown as Parameters<
    NonNullable<typeof loop.ran>
  >[0];
  const timer = { callback: function tick(): void {} } as unknown as Parameters<
    NonNullable<typeof loop.fired>
  >[0];
  until(1000);
  loop.ran!(task, 800, 950, 2); // in two periods
  loop.fired!(timer, 950, 960, 940);
  loop.dropped!(task, 'expired');
  loop.turned!(800, 960);
  recorder.frame('enemies').windowEnded!(800, 960, 30, 12);
  recorder.span('draw', () => {});
  until(1500);
  expect(valuesOf(model, 'busy: main', 8, 11)).toEqual([1000, 600, 0]);
  expect(valuesOf(model, 'longest callback', 9, 10)).toEqual([150]);
  expect(valuesOf(model, 'updates per window', 9, 10)).toEqual([30]);
  expect(valuesOf(model, 'cancelled per window', 9, 10)).toEqual([12]);
  expect(valuesOf(model, 'drops', 10, 11)).toEqual([10]);
  expect(valuesOf(model, 'lateness p95', 11, 12)).toEqual([10]);
  expect(model.callbacks.byTotalTime.map(({ name, runTimes }) => [name, runTimes.sum])).toEqual([
    ['move', 150],
    ['tick', 10],
    ['draw', 0],
  ]);
  expect(model.callbacks.lateness.count).toBe(1);
  expect(model.priorities.rows(500, 1500)).toEqual([{ low: 2, high: 2, rate: 1 }]);
  const kinds: string[] = [];
  model.lanes.all[0]!.bars.visit(0, 2000, (kind) => kinds.push(kind));
  expect(kinds).toEqual(['span', 'window', 'turn', 'callback', 'callback']);
  expect(model.lanes.all[0]).toMatchObject({ thread: 'main', lastRecordAt: 1000, gaps: [] });
});

test('records that were overwritten are counted, and are a gap in the lane', () => {
  const { model, recorder, until } = stage(16);
  until(100);
  for (let i = 0; i < 100; i++) recorder.signal('queue', i);
  until(200);
  expect(model.reader.lost).toBe(86);
  expect(model.lanes.all[0]!.gaps).toEqual([{ time: 100, count: 86 }]);
});

test('samples of another thread that arrive after the delay are dropped and counted', () => {
  const model = new OverlayModel(options, 0);
  const numbers = (time: number): Float64Array => Float64Array.of(5, time, time, 1, 7, 0);
  const batch = (time: number): ThreadRecords => ({
    thread: 'worker',
    numbers: numbers(time),
    lost: 0,
    shift: 1000, // the clock of the worker began 1 s later
    nameOf: () => 'queue',
  });
  const follower: Follower & { next: readonly ThreadRecords[] } = {
    next: [],
    take() {
      return this.next;
    },
  };
  for (let now = 100; now <= 2000; now += 100) model.sample(follower, now);
  follower.next = [batch(790), batch(850), batch(990)];
  model.sample(follower, 2100);
  expect(model.reader.late).toBe(1);
  expect(valuesOf(model, 'queue', 17, 21)).toEqual([NaN, 7, 7, 7]);
  expect(model.lanes.all[0]!.thread).toBe('worker');
});

test('a late sample is dropped although other threads are in time', () => {
  const { clock, model, recorder, until } = stage();
  until(1000);
  clock.time = 500; // the recorder writes a record with an old time
  recorder.signal('queue', 1);
  clock.time = 1000;
  recorder.signal('other', 1);
  until(1500);
  expect(model.reader.late).toBe(1);
  expect(model.signals.all.some(({ name }) => name === 'queue')).toBe(false);
  expect(valuesOf(model, 'other', 10, 11)).toEqual([1]);
});

test('a frozen display drops new records and has a gap afterward', () => {
  const { model, recorder, until } = stage();
  until(500);
  recorder.signal('n', 1);
  until(600);
  model.freeze();
  const shown = model.shownPeriods;
  recorder.signal('n', 2);
  until(1500);
  expect(model.shownPeriods).toBe(shown);
  recorder.signal('n', 3);
  model.resume();
  until(1600);
  recorder.signal('n', 4);
  until(2500);
  const values = valuesOf(model, 'n', 5, 18);
  expect(values[0]).toBe(1);
  expect(values).not.toContain(2);
  expect(values).not.toContain(3);
  expect(values.slice(4, 10)).toEqual(Array(6).fill(NaN));
  expect(values.slice(-2)).toEqual([4, 4]);
});

test('a trigger freezes once, and shows the time after the crossing', () => {
  const { model, recorder, until } = stage();
  model.trigger.set({ signal: 'n', level: 5, delay: 300 });
  until(500);
  recorder.signal('n', 1);
  until(1000);
  recorder.signal('n', 9);
  expect(until(3000)).toBe(1);
  expect(model.isFrozen).toBe(true);
  expect(model.timeline.startOf(model.shownPeriods)).toBe(1300);
  expect(model.trigger.state).toBe('ended');
  model.resume();
  expect(until(6000)).toBe(0);
  expect(model.isFrozen).toBe(false);
  model.trigger.disarm();
  expect([model.trigger.state, model.trigger.crossing]).toEqual(['off', undefined]);
});

test.each([40, 80, 160, 260, 468, 3000])(
  'a trigger on the longest callback fires for one of %i ms, also if it leaves samples without a value',
  (length) => {
    const { clock, model, recorder } = stage();
    const loop = recorder.loop();
    const step = { callback: () => {} } as never;
    const follower = recorder.follow();
    model.trigger.set({ signal: 'longest callback', level: 40, delay: 0 });
    const run = (start: number, end: number): void => {
      loop.ran!(step, start, end, 0);
      clock.time = end;
    };
    for (let time = 0; time < 1000; time += 50) {
      run(time, time + 1);
      if (time % 100 === 0) model.sample(follower, time + 1);
    }
    run(1010, 1010 + length);
    let isFrozen = model.sample(follower, clock.time);
    while (clock.time < 6000 && !isFrozen) {
      clock.time += 100;
      isFrozen = model.sample(follower, clock.time);
    }
    expect(isFrozen).toBe(true);
    const { end, start } = model.trigger.crossing!;
    expect(1010 + length).toBeGreaterThanOrEqual(start);
    expect(1010 + length).toBeLessThan(end);
  },
);

test('an automatic trigger resumes after two seconds and waits for the next crossing', () => {
  const { model, recorder, until } = stage();
  model.trigger.set({ signal: 'n', level: 5, delay: 0, mode: 'auto' });
  const cross = (from: number): number => {
    until(from);
    recorder.signal('n', 1);
    until(from + 500);
    recorder.signal('n', 9);
    return until(from + 1000);
  };
  expect(cross(500)).toBe(1);
  expect(model.isFrozen).toBe(true);
  expect(until(4500)).toBe(0);
  expect(model.isFrozen).toBe(false);
  expect(cross(5000)).toBe(1);
  expect(model.isFrozen).toBe(true);
});

test.each<[string, (model: OverlayModel, until: (time: number) => number) => void]>([
  ['is resumed while it holds', () => {}],
  ['is paused and resumed while it holds', (model) => model.freeze()],
  ['is paused while it holds, and resumed later', (model, until) => (model.freeze(), until(9000))],
])('an automatic trigger that %s waits for the next crossing', (_, act) => {
  const { clock, model, recorder, until } = stage();
  model.trigger.set({ signal: 'n', level: 5, delay: 0, mode: 'auto' });
  until(500);
  recorder.signal('n', 1);
  until(1000);
  recorder.signal('n', 9);
  expect(until(1500)).toBe(1);
  act(model, until);
  expect(model.isFrozen).toBe(true);
  model.resume();
  expect(until(clock.time + 1000)).toBe(0);
  expect(model.isFrozen).toBe(false);
  recorder.signal('n', 1);
  until(clock.time + 500);
  recorder.signal('n', 9);
  expect(until(clock.time + 1000)).toBe(1);
});

test('a trigger that is disarmed while it holds the display is not armed again', () => {
  const { model, recorder, until } = stage();
  model.trigger.set({ signal: 'n', level: 5, delay: 0, mode: 'auto' });
  until(500);
  recorder.signal('n', 1);
  until(1000);
  recorder.signal('n', 9);
  until(1500);
  model.trigger.disarm();
  until(5000);
  expect([model.isFrozen, model.trigger.state]).toEqual([false, 'off']);
});

test('a display that is paused between the crossing and its delay does not freeze again when it resumes', () => {
  const { model, recorder, until } = stage();
  model.trigger.set({ signal: 'n', level: 5, delay: 1500 });
  until(500);
  recorder.signal('n', 1);
  until(1000);
  recorder.signal('n', 9);
  until(1500);
  model.freeze();
  until(5000);
  model.resume();
  expect(until(8000)).toBe(0);
  expect(model.trigger.state).toBe('armed');
});

test.each(['once', 'auto'] as const)(
  'a display that is hidden between the crossing and its delay waits for the next crossing (%s)',
  (mode) => {
    const { clock, model, recorder, until } = stage();
    model.trigger.set({ signal: 'n', level: 5, delay: 1500, mode });
    until(500);
    recorder.signal('n', 1);
    until(1000);
    recorder.signal('n', 9);
    until(1500);
    expect(model.trigger.state).toBe('fired');
    clock.time = 20_000;
    model.interrupt();
    expect(until(22_000)).toBe(0);
    expect(model.trigger.state).toBe('armed');
    recorder.signal('n', 1);
    until(22_500);
    recorder.signal('n', 9);
    expect(until(24_300)).toBe(1);
    const { crossing } = model;
    model.interrupt();
    expect([model.isFrozen, model.crossing]).toEqual([true, crossing]);
  },
);

test('the busy time of a callback that blocked the thread is divided among the periods', () => {
  const { clock, model, recorder, until } = stage();
  const follower = recorder.follow();
  until(1000);
  const loop = recorder.loop();
  loop.ran!({ callback: () => {} } as never, 1050, 9050, 0);
  clock.time = 9050;
  model.sample(follower, 9050);
  expect(valuesOf(model, 'busy: main', 10, 13)).toEqual([500, 1000, 1000]);
  expect(valuesOf(model, 'busy: main', 88, 91)).toEqual([1000, 1000, 500]);
});

test('a record of an unknown kind is ignored', () => {
  const model = new OverlayModel(options, 0);
  const records = { thread: 'main', numbers: Float64Array.of(99, 0, 0, 0, 0, 0), lost: 0, shift: 0 };
  model.sample({ take: () => [{ ...records, nameOf: () => 'x' }] }, 100);
  expect(model.callbacks.byTotalTime).toEqual([]);
});
