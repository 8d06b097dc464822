import { afterEach, expect, test, vi } from 'vitest';
import { development } from './warnings/development-warnings.ts';
import { ConsoleWarnings } from './warnings/console-warnings.ts';
import { EventLoop, everyFrame, Frame, Task, Timer } from './development.ts';
import { VirtualHost } from './host/virtual-host.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

const minimal = { entities: [{}], update: () => {}, priority: () => 1 };

function warnings(): string[] {
  return warn.mock.calls.map(([message]) => String(message));
}

test('a warning names each unknown option once, and suggests the option that was probably meant', () => {
  const host = new VirtualHost();
  const misspelled = { ...minimal, maxstep: 5 };
  expect(new Frame(misspelled).rate).toBeGreaterThan(0);
  expect(new Frame(misspelled).rate).toBeGreaterThan(0);
  const unknown = {
    host,
    onerror: 1,
    expiresin: 1,
    expiresIn: 1,
    after: 1,
    interval: 1,
    fps: 60,
    simulate: { tick() {} },
  };
  const some = (...names: (keyof typeof unknown)[]): typeof unknown =>
    Object.fromEntries(names.map((name) => [name, unknown[name]])) as typeof unknown;
  const loop = new EventLoop(some('host', 'onerror'));
  loop.submit(new Task(() => {}, some('expiresin')), 1);
  loop.submit(new Timer(() => {}, some('after', 'interval')));
  everyFrame(loop, some('simulate', 'fps'));
  expect(warnings()).toEqual([
    '@doha: Frame: there is no option maxstep; did you mean maxStep?',
    '@doha: EventLoop: there is no option onerror; did you mean onError?',
    '@doha: Task: there is no option expiresin; did you mean expiresIn?',
    '@doha: Timer: there is no option interval; the options are at, after, every, catchUp, maxLateness',
    '@doha: everyFrame: there is no option fps; the options are simulate, rate, draw, catchUp, maxLateness',
  ]);
});

test('a call that throws gives no warning', () => {
  const unknown = { unheardOf: 1 }; // used by no other test, because each warning is shown once
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const frame = new Frame(minimal);
  const stop = everyFrame(loop, { simulate: frame });
  const refused: (() => unknown)[] = [
    () => new Frame({ ...minimal, ...unknown, maxStep: 'x' as never }),
    () => new Frame(minimal).run({ ...unknown, elapsed: NaN, budget: 1 }),
    () => new Task(() => {}, { ...unknown, expiresIn: 0 }),
    () => new Timer(() => {}, { ...unknown, after: -1 }),
    () => new VirtualHost({ ...unknown, displayRate: 0 }),
    () => new EventLoop({ ...unknown, slice: -1 }),
    () => new EventLoop(host as never),
    () => loop.run({ ...unknown, budget: -1 }),
    () => everyFrame(loop, { ...unknown, simulate: {} as never }),
    () => everyFrame(loop, { ...unknown, simulate: { tick: 5 as never } }),
    () => everyFrame(loop, { ...unknown, simulate: { tick: function* () {} } }),
    () => everyFrame(loop, { ...unknown, simulate: { tick() {} }, draw: 5 as never }),
    () => everyFrame(loop, { ...unknown, simulate: frame }), // already has a driver
  ];
  for (const call of refused) expect(call).toThrow(Error);
  expect(warnings()).toEqual([]);
  stop();
});

test('known options give no warning', () => {
  const frame = new Frame({
    ...minimal,
    always: [],
    minRate: () => 0,
    minRateShare: 1,
    order: 'list',
    rankEvery: 1,
    initialAge: () => 0,
    replaces: new Frame(minimal),
    beforeStep: () => {},
    rate: 60,
    stepsPerWindow: 1,
    maxStep: 1,
    maxElapsed: 1,
    maxFrameTime: 1,
  });
  const loop = new EventLoop({ host: new VirtualHost(), slice: 4, onError: () => {}, probe: {} });
  everyFrame(loop, { simulate: frame, rate: 60, draw: () => {}, catchUp: 1, maxLateness: 1 });
  loop.submit(new Task(() => {}, { expiresIn: 1, onDrop: () => {} }), 1);
  loop.submit(new Timer(() => {}, { at: 1, every: 1, catchUp: 1, maxLateness: 1 }));
  expect(warnings()).toEqual([]);
});

/** Runs a frame 200 times with `pause` ms between two runs. */
function runOften(elapsed: (run: number) => number, pause: number): void {
  let time = 0;
  const frame = new Frame(minimal);
  frame.attach(new EventLoop({ host: { now: () => time } }));
  for (let i = 0; i < 200; i++, time += pause) frame.run({ elapsed: elapsed(i), budget: 1 });
}

test('elapsed in seconds gives one warning', () => {
  for (let i = 0; i < 2; i++) runOften(() => 1 / 60, 17);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('The unit of elapsed is milliseconds: multiply by 1000');
});

test('elapsed in seconds gives a warning even if some frames are long, such as the first one', () => {
  runOften((run) => (run % 10 === 0 ? 1.1 : 1 / 50), 20);
  expect(warnings()).toHaveLength(1);
});

test('elapsed in ms gives no warning on any display, even if some values are nearly 0', () => {
  for (const displayRate of [30, 60, 240, 500, 1000, 4000]) {
    const period = 1000 / displayRate;
    runOften((run) => (run < 20 ? 1e-3 : period), period);
    runOften((run) => (run % 2) * 2 * period, period);
  }
  expect(warnings()).toEqual([]);
});

test('a timer whose release is a time of Date.now() gives a warning, unless the clock of the host counts like Date.now()', () => {
  const at = Date.UTC(2026, 0);
  for (const now of [5, at - 10]) {
    const loop = new EventLoop({ host: { now: () => now } });
    loop.submit(new Timer(() => {}, { at }));
    loop.submit(new Timer(() => {}, { at: now + 10 }));
    loop.run();
    loop.dispose();
  }
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain(`@doha: Timer: at looks like a time of Date.now(), got ${at}`);
});

test('an elapsed time of 0 during a pause, or a short one in slow motion, gives no warning', () => {
  runOften(() => 0, 17);
  runOften((run) => (run % 30 === 0 ? 16 : 0.5), 17);
  runOften(() => 0.5, 17); // slow motion
  expect(warnings()).toEqual([]);
});

test('a constant elapsed time of 0.1 ms gives no warning, whatever time passes between two runs', () => {
  for (const pause of [0, 0.001, 0.1, 5, 17, 1000]) runOften(() => 0.1, pause);
  expect(warnings()).toEqual([]);
});

test('an entity that is in both lists gives a warning', () => {
  const player = {};
  const frame = new Frame({ ...minimal, always: [player], entities: [{}, player] });
  frame.run({ elapsed: 17, budget: 1 });
  expect(warnings()).toEqual([
    '@doha: Frame: an entity is both in always and in entities. It is updated in each step, as if it were only in always',
  ]);
});

test('a list whose entities are new objects in each window gives one warning; a list with few new entities gives none', () => {
  const creatures = new Map([1, 2, 3].map((id) => [id, { id }]));
  const frames = [
    new Frame({ ...minimal, entities: { [Symbol.iterator]: () => creatures.entries() } }),
    new Frame({ ...minimal, entities: { [Symbol.iterator]: () => creatures.values() } }),
    new Frame({
      ...minimal,
      entities: {
        *[Symbol.iterator]() {
          yield* creatures.values();
          yield {};
        },
      },
    }),
  ];
  for (const frame of frames) for (let i = 0; i < 100; i++) frame.run({ elapsed: 17, budget: 1 });
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('Frame: most entities were new in each of 30 windows');
});

test('a generator that yields promises gives one warning; other generators and async functions give none', async () => {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error) });
  loop.submit(new Task(async () => Promise.resolve()), 1);
  loop.submit(
    new Task(function* () {
      yield;
      yield 5;
      return Promise.reject(new Error('returned'));
    }),
    1,
  );
  host.advanceTo(1);
  expect(warnings()).toEqual([]);
  let steps = 0;
  loop.submit(
    new Task(function* () {
      for (; steps < 3; steps++) yield Promise.reject(new Error('yielded'));
    }),
    1,
  );
  host.advanceTo(2);
  expect(steps).toBe(3);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('Task: a generator yielded a promise. The loop does not wait for it');
  await Promise.resolve();
  expect(errors.map(String)).toEqual(['Error: returned', ...Array<string>(3).fill('Error: yielded')]);
});

test('an error of a list is reported only once, as in other builds', () => {
  const errors: unknown[] = [];
  const loop = new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) });
  const always = {
    *[Symbol.iterator]() {
      yield {};
      throw new Error('always');
    },
  };
  let updates = 0;
  const frame = new Frame({ ...minimal, always, update: () => updates++ });
  frame.attach(loop);
  frame.run({ elapsed: 17, budget: 1 });
  expect(errors.map(String)).toEqual(['Error: always']);
  expect(updates).toBe(2);
});

/**
 * Makes mistakes that cause warnings. Returns the calls of functions of the application, and the
 * readings of its clock.
 */
function playBadly(given: typeof development.warnings): string[] {
  const log: string[] = [];
  const host = new VirtualHost();
  const now = host.now.bind(host);
  host.now = () => {
    log.push('now');
    return now();
  };
  const list = (name: string, ...members: object[]): Iterable<object> => ({
    *[Symbol.iterator]() {
      log.push(name);
      yield* members;
      log.push(`end of ${name}`);
    },
  });
  const { warnings: usual } = development;
  development.warnings = given;
  try {
    const loop = new EventLoop({ host, onError: (error) => log.push(String(error)) });
    const player = {};
    const options = {
      always: list('always', player),
      entities: list('entities', {}, player),
      beforeStep: () => log.push('step'),
      priority: () => log.push('priority'),
      update: () => log.push('update'),
      misspelled: 1,
    };
    const frame = new Frame(options);
    loop.submit(new Timer(() => log.push('timer'), { at: 5 }));
    loop.submit(new Timer(() => log.push('never'), { at: Date.UTC(2026, 0) }));
    const think = function* (): Generator {
      yield Promise.resolve();
    };
    loop.submit(new Task(think), 1);
    everyFrame(loop, { simulate: new Frame(options), draw: () => log.push('draw') });
    frame.attach(loop);
    for (let i = 0; i < 100; i++) {
      host.advanceTo(17 * i);
      if (i === 70) loop.stop();
      frame.run({ elapsed: 1 / 60, budget: 1 });
      if (i === 71) loop.start();
    }
    loop.dispose();
  } finally {
    development.warnings = usual;
  }
  return log;
}

test('warnings call no function of the application and do not read its clock', () => {
  const log = playBadly(new ConsoleWarnings());
  expect(warnings()).toHaveLength(5);
  expect(log).toEqual(playBadly(undefined));
  expect(log.length).toBeGreaterThan(1000);
});
