import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, onTestFinished, test, vi } from 'vitest';
import { named } from '../recording/named.ts';
import { Recorder } from '../recording/recorder.ts';
import { Recording } from '../recording/recording.ts';
import { SeededRandom } from '../replay/seeded-random.ts';
import { loadOf } from './load-of.ts';
import type { Load, LoadFigures } from './load.ts';
import { startBenchmark } from './start-benchmark.ts';

/** Ms of simulated time. */
const duration = 20_000;

/** Records a game with as much work as time: updates, tasks with deadlines, cancelled tasks, timers, and spans. */
function recordGame(seed: number, updateCost: number): Recording {
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host, capacity: 2 ** 20 });
  const loop = new EventLoop({ host, probe: recorder.loop() });
  const random = new SeededRandom(seed);
  const spend = (most: number): void => host.spend(most * random.next() ** 3);
  const entities = Array.from({ length: 100 + Math.floor(200 * random.next()) }, () => ({}));
  const frame = new Frame({
    entities,
    stepsPerWindow: 2,
    beforeStep: () => spend(2),
    priority: () => random.next(),
    update: () => spend(updateCost),
    probe: recorder.frame('enemies'),
  });
  everyFrame(loop, { simulate: frame, draw: () => recorder.span('draw', () => spend(3)) });
  const paths = Array.from(
    { length: 40 },
    () =>
      new Task(
        named('find path', () => spend(4)),
        { expiresIn: 300 },
      ),
  );
  const guesses = Array.from({ length: 5 }, () => new Task(named('guess', () => spend(1))));
  const think = named('think', () => {
    spend(0.5);
    for (const path of paths.slice(0, 1 + Math.floor(4 * random.next())))
      loop.submit(path, random.next() * 2);
    for (const guess of guesses) loop.submit(guess, -random.next());
    if (random.next() < 0.5) for (const guess of guesses) loop.cancel(guess);
  });
  loop.submit(new Timer(think, { every: 50 }));
  host.advanceTo(duration);
  const recording = recorder.recording();
  expect(recording.lost).toBe(0);
  return recording;
}

function run(load: Load): readonly LoadFigures[] {
  const host = new VirtualHost();
  let figures: readonly LoadFigures[] = [];
  startBenchmark(load, { host, spend: (ms) => host.spend(ms), onEnd: (measured) => (figures = measured) });
  host.advanceTo(2 * duration);
  return figures;
}

/** Returns the figures that differ from those of the recording by more than 10 %. For cancelled updates, a further 1 % of all updates is allowed. */
function differences({ works }: Load, measured: readonly LoadFigures[]): readonly string[] {
  return works.flatMap(({ figures, kind }, i) =>
    (['rate', 'drops', 'updates', 'p95'] as const).flatMap((name) => {
      const most = Math.max(0.1 * figures[name], name === 'drops' ? 0.01 * figures.updates : 0);
      const found = measured[i]?.[name] ?? NaN;
      const isAlike = Math.abs(found - figures[name]) <= most;
      return isAlike ? [] : `${name} of the ${kind} ${i}: ${found}, recorded ${figures[name]}`;
    }),
  );
}

test.each([
  [1, 0.02],
  [2, 0.3],
  [3, 1],
  [4, 3],
])(
  'the benchmark of the game %i, whose updates take up to %f ms, has its rates, drops and durations',
  (seed, cost) => {
    const load = loadOf(recordGame(seed, cost));
    expect(differences(load, run(load))).toEqual([]);
  },
);

test('a load consists of plain data without names', () => {
  const load = loadOf(recordGame(5, 1));
  const text = JSON.stringify(load);
  for (const name of ['enemies', 'find path', 'guess', 'think', 'draw', 'makeStep'])
    expect(text).not.toContain(name);
  expect(JSON.parse(text)).toEqual(load);
  expect(load.works.map(({ kind }) => kind).toSorted()).toEqual([
    'task',
    'task',
    'timer',
    'timer',
    'timer',
    'window',
  ]);
});

test('a load and a run of it are the same each time', () => {
  const recording = recordGame(6, 1);
  const load = loadOf(recording);
  expect(loadOf(recording)).toEqual(load);
  expect(run(load)).toEqual(run(load));
});

test('a recording without events, or of several threads, is refused', () => {
  const event = { kind: 'span', name: 'a', start: 1, end: 2 } as const;
  const two = new Recording([
    { ...event, thread: 'one' },
    { ...event, thread: 'two' },
  ]);
  expect(() => loadOf(new Recording([]))).toThrow(RangeError);
  expect(() => loadOf(two)).toThrow('loadOf: thread must be given for a recording of several threads');
  expect(loadOf(two, { thread: 'two' }).works).toHaveLength(1);
  expect(() => loadOf(two, { thread: 'three' })).toThrow(RangeError);
  expect(() => loadOf([] as never)).toThrow(TypeError);
  expect(() => startBenchmark({ version: 2 } as never)).toThrow(
    'startBenchmark: load must be a Load of version 1',
  );
});

test('a load with invalid parts, and a recording of more than a day, are refused', () => {
  const event = { kind: 'task', thread: 'main', name: 'a', start: 5, end: 5, priority: 1 } as const;
  const window = { ...event, kind: 'window', updated: 1, cancelled: 0 } as const;
  const load = JSON.parse(JSON.stringify(loadOf(new Recording([event, window])))) as Load;
  const [task, windows] = load.works;
  const invalid: readonly [message: string, load: unknown][] = [
    ['duration must be a finite number from 20 to 86400000, got NaN', { ...load, duration: NaN }],
    ['duration', { ...load, duration: Infinity }],
    ['work 0 must be an object, got undefined', { ...load, works: [undefined] }],
    ['work 0: kind must be task, timer or window', { ...load, works: [{}] }],
    ['work 0: arrivals: a pair must be', { ...load, works: [{ ...task, arrivals: [1] }] }],
    ['work 0: arrivals: the value of the slot 0', { ...load, works: [{ ...task, arrivals: [[0, 1e9]] }] }],
    ['work 0: arrivals: a slot', { ...load, works: [{ ...task, arrivals: [[1e9, 1]] }] }],
    [
      'work 0: arrivals: a slot must be a whole number from 4',
      {
        ...load,
        works: [
          {
            ...task,
            arrivals: [
              [3, 1],
              [3, 1],
            ],
          },
        ],
      },
    ],
    ['work 0: drops must be an array', { ...load, works: [{ ...task, drops: undefined }] }],
    ['work 0: runTimes: a number', { ...load, works: [{ ...task, runTimes: [-1] }] }],
    ['work 1: entities: the value of', { ...load, works: [task, { ...windows, entities: [[0, null]] }] }],
    ['work 1: step must be', { ...load, works: [task, { ...windows, step: 0 }] }],
  ];
  for (const [message, given] of invalid)
    expect(() => startBenchmark(given as Load)).toThrow(`startBenchmark: load: ${message}`);
  expect(() => loadOf(new Recording([event, { ...event, start: 1e9, end: 1e9 }]))).toThrow(
    'loadOf: the duration of the recording in ms must be a finite number ≤ 86400000',
  );
});

test('a load of one event, or of events at one time, runs', () => {
  const event = { kind: 'task', thread: 'main', name: 'a', start: 5, end: 5, priority: 1 } as const;
  const [figures] = run(loadOf(new Recording([event, event])));
  expect(figures).toEqual({ rate: 100, drops: 0, updates: 0, p95: 0 });
});

test('a load of many names takes no memory for hours without events', () => {
  const night = 72_000_000; // ms
  const events = Array.from({ length: 400 }, (_, number) => {
    const start = 5 * number + (number < 200 ? 0 : night);
    return {
      kind: 'task',
      thread: 'main',
      name: `n${number % 20}`,
      start,
      end: start + 1,
      priority: 1,
    } as const;
  });
  const windows = events.map((event) => ({ ...event, kind: 'window', updated: 3, cancelled: 1 }) as const);
  const { duration: length, works } = loadOf(new Recording([...events, ...windows]));
  expect(length).toBeGreaterThan(night);
  for (const work of works) {
    const slots = work.kind === 'window' ? work.entities : work.arrivals;
    expect(slots.length).toBeGreaterThan(0);
    expect(slots.length).toBeLessThanOrEqual(events.length);
  }
});

test('a load has no tasks of pools and no messages, for which the thread only waits', () => {
  const event = { thread: 'main', name: 'a', start: 0, end: 5000 } as const;
  const work = { ...event, kind: 'task', start: 4000, end: 4001, priority: 1 } as const;
  const remote = { ...event, kind: 'remote', status: 'done', worker: 'worker 0', sent: 1, id: 1 } as const;
  const message = { ...event, kind: 'message', status: 'delivered', sent: 1, id: 1 } as const;
  const receipt = { ...event, kind: 'receipt', id: 1, size: 5 } as const;
  const load = loadOf(new Recording([work]));
  expect(loadOf(new Recording([remote, message, receipt, work]))).toEqual(load);
  expect(() => loadOf(new Recording([remote]))).toThrow(RangeError);
});

test('the callbacks within a span, and the spans within a callback or a span, count once', () => {
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host });
  const loop = new EventLoop({ host, probe: recorder.loop() });
  const work = named('work', () => recorder.span('part', () => host.spend(4)));
  for (let i = 0; i < 10; i++) {
    loop.submit(new Task(work), 1);
    recorder.span('frame', () => {
      host.spend(1);
      loop.run();
      recorder.span('draw', () => host.spend(2));
    });
  }
  const { works } = loadOf(recorder.recording());
  const busy = works.map(({ figures: { p95, rate }, kind }) => [
    kind,
    Math.round(p95),
    Math.round(p95 * rate),
  ]);
  expect(busy).toEqual([
    ['timer', 3, 429], // ms per second
    ['task', 4, 571],
  ]);
});

test.each([
  [
    'throws',
    (): void => {
      throw new Error('no figures');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('no figures'))],
])('an error of an onEnd that %s is printed', async (_, onEnd) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const host = new VirtualHost();
  startBenchmark({ version: 1, duration: 20, works: [] }, { host, onEnd });
  host.advanceTo(100);
  await new Promise(setImmediate);
  expect(print).toHaveBeenCalledExactlyOnceWith(new Error('no figures'));
});
