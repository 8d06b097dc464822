import { EventLoop, Frame, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { Recording } from './recording.ts';

function stage(capacity?: number): {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly recorder: Recorder;
} {
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host, capacity });
  return { host, recorder, loop: new EventLoop({ host, probe: recorder.loop() }) };
}

test('a recording contains what the loop has run and dropped, in order', () => {
  const { host, loop, recorder } = stage();
  const move = new Task(function moveEnemy() {
    host.spend(3);
  });
  const timer = new Timer(
    function playSound() {
      host.spend(1);
    },
    { after: 2 },
  );
  loop.submit(move, 5);
  loop.submit(timer);
  const batch = loop.batch();
  batch.submit(new Task(function stale() {}), 0);
  batch.cancel();
  host.advanceTo(10);
  const thread = 'main';
  expect(recorder.recording().events).toEqual([
    { kind: 'turn', thread, name: 'turn', start: 0, end: 4 },
    { kind: 'task', thread, name: 'moveEnemy', start: 0, end: 3, priority: 5 },
    { kind: 'drop', thread, name: 'stale', start: 0, end: 0, reason: 'cancelled' },
    { kind: 'timer', thread, name: 'playSound', start: 3, end: 4, lateness: 1 },
  ]);
});

test('the windows of a frame are recorded', () => {
  const { host, loop, recorder } = stage();
  const frame = new Frame({
    entities: [{}, {}, {}],
    priority: () => 1,
    update: () => host.spend(6),
    rate: 100,
    probe: recorder.frame('enemies'),
  });
  frame.attach(loop);
  frame.tick();
  host.advanceTo(10);
  frame.dispose();
  const windows = recorder.recording().events.filter(({ kind }) => kind === 'window');
  const { cancelled, updated } = frame.stats;
  expect(windows).toEqual([
    { kind: 'window', thread: 'main', name: 'enemies', start: 0, end: host.now(), updated, cancelled },
  ]);
  expect(updated + cancelled).toBe(3);
});

test('signals and spans are recorded with the time of the clock', () => {
  const { host, recorder } = stage();
  host.advanceTo(5);
  recorder.signal('enemies', 12);
  expect(recorder.span('draw', () => (host.spend(2), 'done'))).toBe('done');
  const thread = 'main';
  expect(recorder.recording().events).toEqual([
    { kind: 'span', thread, name: 'draw', start: 5, end: 7 },
    { kind: 'signal', thread, name: 'enemies', start: 5, end: 5, value: 12 },
  ]);
});

test('a span whose function throws is recorded, and the error is passed on', () => {
  const { recorder } = stage();
  const fail = (): never => {
    throw new Error('no canvas');
  };
  expect(() => recorder.span('draw', fail)).toThrow('no canvas');
  expect(recorder.recording().events).toMatchObject([{ kind: 'span', name: 'draw' }]);
});

test('only the newest events are kept, and the others are counted', () => {
  const { recorder } = stage(16);
  for (let value = 0; value < 40; value++) recorder.signal('value', value);
  const { events, lost } = recorder.recording();
  expect(events.map((event) => event.kind === 'signal' && event.value)).toEqual(
    Array.from({ length: 16 }, (_, i) => 24 + i),
  );
  expect(lost).toBe(24);
});

test('a recording does not change while the recorder continues, and a later one contains the earlier events', () => {
  const { recorder } = stage();
  recorder.signal('value', 1);
  const first = recorder.recording();
  recorder.signal('value', 2);
  expect(first.events.length).toBe(1);
  expect(recorder.recording().events.length).toBe(2);
});

test('after the 4,096th name, events have the name "other"', () => {
  const recorder = new Recorder();
  for (let i = 0; i < 4100; i++) recorder.signal(`signal ${i}`, i);
  recorder.signal('signal 7', 0);
  const names = recorder.recording().events.map(({ name }) => name);
  expect(names.slice(4094, 4100)).toEqual(['signal 4094', 'signal 4095', 'other', 'other', 'other', 'other']);
  expect(names.at(-1)).toBe('signal 7');
});

test.each([
  [{ capacity: 1000 }, 'Recorder: capacity must be a power of two, got 1000'],
  [{ capacity: 8 }, 'Recorder: capacity must be a finite number from 16 to 16777216, got 8'],
  [{ capacity: '64' as never }, "Recorder: capacity must be a finite number from 16 to 16777216, got '64'"],
  [{ clock: 5 as never }, 'Recorder: clock must be an object, got 5'],
  [{ clock: {} as never }, 'Recorder: clock must be an object with a method now, got '],
  [{ thread: 7 as never }, 'Recorder: thread must be a string, got 7'],
  [null as never, 'Recorder: options must be an object, got null'],
])('the options %o are refused', (options, message) => {
  expect(() => new Recorder(options)).toThrow(message);
});

test('an option that is undefined counts as absent', () => {
  const recorder = new Recorder({ capacity: undefined, clock: undefined, thread: undefined });
  expect(recorder.thread).toBe('main');
});

test.each([
  [
    { origin: 'now' as never },
    "Recorder: origin must be a finite number from -8640000000000000 to 8640000000000000, got 'now'",
  ],
] as const)('the origin of %o is refused', (options, message) => {
  expect(() => new Recorder(options)).toThrow(message);
});

test('signals and spans with wrong arguments are refused, and nothing is recorded', () => {
  const recorder = new Recorder();
  expect(() => recorder.signal('enemies', '3' as never)).toThrow(
    "signal: the value of enemies must be a finite number, got '3'",
  );
  expect(() => recorder.signal('enemies', NaN)).toThrow(
    new RangeError('signal: the value of enemies must be a finite number, got NaN'),
  );
  expect(() => recorder.signal(undefined as never, 3)).toThrow(
    'signal: name must be a string, got undefined',
  );
  expect(() => recorder.span((() => 1) as never, undefined as never)).toThrow('span: name must be a string');
  expect(() => recorder.span('draw', 5 as never)).toThrow(
    'span: the function of draw must be a function, got 5',
  );
  expect(recorder.recording().events).toEqual([]);
});

test('if a coarse clock has not advanced between two events, the outer one precedes the inner one', () => {
  const clock = { now: () => 5 };
  const recorder = new Recorder({ clock });
  const probe = recorder.loop();
  const task = new Task(function move() {});
  probe.ran!(task, 5, 5.1, 1);
  probe.turned!(5, 5.1);
  const order = (): string[] => recorder.recording().events.map(({ kind }) => kind);
  expect(order()).toEqual(['turn', 'task']);
  expect(Recording.merge([recorder.recording()]).events.map(({ kind }) => kind)).toEqual(['turn', 'task']);
});

test('turns in which nothing has run are not recorded', () => {
  const recorder = new Recorder();
  const probe = recorder.loop();
  for (let turn = 0; turn < 5; turn++) probe.turned!(turn, turn + 1);
  expect(recorder.recording().events).toEqual([]);
});

test('callbacks without a name are anonymous, and those of a frame have names', () => {
  const { host, loop, recorder } = stage();
  loop.submit(new Task(() => host.spend(1)), 1);
  const frame = new Frame({ entities: [{}], priority: () => 1, update: () => host.spend(1), rate: 100 });
  frame.attach(loop);
  frame.tick();
  host.advanceTo(10);
  const names = recorder.recording().callbacks.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['anonymous', 'rankEntities', 'updateEntities']);
});
