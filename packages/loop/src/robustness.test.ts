import { describe, expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import type { EventLoopOptions } from './event-loop/event-loop-options.ts';
import { Frame } from './frame/frame.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { PriorityQueue } from './queue/priority-queue.ts';
import type { Probe } from './event-loop/probe.ts';
import { everyFrame } from './display/every-frame.ts';
import type { Simulation } from './display/simulation.ts';
import { Task } from './event-loop/task.ts';
import { Timer, type TimerOptions } from './event-loop/timer.ts';

interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly errors: unknown[];
}

function stage(options: EventLoopOptions = {}): Stage {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error), ...options });
  return { host, loop, errors };
}

/** `call` without types, for arguments that TypeScript does not allow. */
function untyped(call: unknown): (...given: unknown[]) => unknown {
  return call as (...given: unknown[]) => unknown;
}

function messageOf(call: () => unknown): string {
  try {
    call();
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

const step = 1000 / 60;
const minimal = { entities: [{}], update: () => {}, priority: () => 1 };
const bad = [NaN, Infinity, -Infinity, -1, 0, 2 ** 31, '5', {}] as const;

describe('an option that is undefined counts as absent', () => {
  it('in a timer: a firm timer does not block the others', () => {
    const { host, loop } = stage();
    const fired: string[] = [];
    const options = {
      after: 10,
      every: undefined,
      at: undefined,
      catchUp: undefined,
      maxLateness: undefined,
    };
    loop.submit(new Timer(() => fired.push('first'), options));
    loop.submit(new Timer(() => fired.push('second'), { after: 20 }));
    host.advanceTo(100);
    expect(fired).toEqual(['first', 'second']);
  });

  it('in everyFrame: the number of steps that are made up for is the default', () => {
    const { host, loop } = stage();
    let steps = 0;
    const options = { rate: undefined, catchUp: undefined, maxLateness: undefined, draw: undefined };
    everyFrame(loop, { simulate: { tick: () => steps++ }, ...options });
    host.advanceTo(10);
    host.spend(3_600_000);
    host.advanceTo(host.now() + 100);
    expect(steps).toBeLessThan(20);
  });

  it('in a frame, a loop and a task', () => {
    const names = [
      'always',
      'minRate',
      'minRateShare',
      'order',
      'rankEvery',
      'initialAge',
      'beforeStep',
      'rate',
      'stepsPerWindow',
      'maxStep',
      'maxElapsed',
      'maxFrameTime',
    ];
    const frame = new Frame({ ...minimal, ...Object.fromEntries(names.map((name) => [name, undefined])) });
    expect(frame.rate).toBeCloseTo(60);
    frame.run({ elapsed: step, budget: 1 });
    expect(frame.stats.updated).toBe(1);
    const loop = new EventLoop({
      host: new VirtualHost(),
      slice: undefined,
      onError: undefined,
      probe: undefined,
    });
    expect(loop.slice).toBe(4);
    loop.submit(new Task(() => {}, { expiresIn: undefined, onDrop: undefined }), 1);
    loop.run({ budget: undefined });
    expect(loop.stats.dispatched).toBe(1);
  });
});

describe('a firm timer', () => {
  it('takes no turns until 2 ms before its release, and none afterwards', () => {
    const { host, loop } = stage();
    loop.submit(new Timer(() => {}, { every: 100 }));
    loop.submit(new Timer(() => {}, { after: 5000, maxLateness: 0.1 }));
    host.advanceTo(4990);
    expect(loop.stats.turns).toBeLessThan(60);
    host.advanceTo(5010);
    const { turns } = loop.stats;
    host.advanceTo(15_000);
    expect(loop.stats.turns - turns).toBeLessThanOrEqual(101);
  });

  it('takes a turn of a VirtualHost every 0.005 ms while it waits', () => {
    const { host, loop } = stage();
    loop.submit(new Timer(() => {}, { after: 10, maxLateness: 0.1 }));
    host.advanceTo(20);
    expect(loop.stats).toMatchObject({ fired: 1 });
    expect(loop.stats.turns).toBeGreaterThan(400);
    expect(loop.stats.turns).toBeLessThan(600);
  });

  it('takes no turns after it was cancelled', () => {
    const { host, loop } = stage();
    const firm = new Timer(() => {}, { after: 5000, maxLateness: 0.1 });
    loop.submit(new Timer(() => {}, { every: 100 }));
    loop.submit(firm);
    loop.cancel(firm);
    host.advanceTo(10_000);
    expect(loop.stats.turns).toBeLessThanOrEqual(102);
  });

  it('and another timer with the same release time fire in the order of submission', () => {
    const { host, loop } = stage();
    const log: string[] = [];
    for (const [name, maxLateness] of [
      ['a', 1],
      ['b', 0.1],
      ['c', 1],
      ['d', 0.5],
    ] as const) {
      loop.submit(new Timer(() => log.push(name), { at: 10, maxLateness }));
    }
    host.advanceTo(20);
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });
});

it('a turn ends if the clock goes back', () => {
  let now = 5000;
  let runs = 0;
  const loop = new EventLoop({ host: { now: () => now } });
  const task = new Task(() => {
    now += runs++ === 10 ? -3600 : 0.05;
    if (runs < 1000) loop.submit(task, 1);
  });
  loop.submit(task, 1);
  loop.run({ budget: 5 });
  expect(runs).toBeLessThan(50);
});

it.each([10, 1000])('a frame keeps its budget if the clock goes back by %i ms in a step', (back) => {
  let now = 5000;
  let spent = 0;
  const entities = Array.from({ length: 1000 }, () => ({}));
  const frame = new Frame({
    entities,
    beforeStep: () => (now -= back),
    update: () => {
      now += 0.05;
      spent += 0.05;
    },
    priority: () => 1,
  });
  frame.attach(new EventLoop({ host: { now: () => now } }));
  for (let i = 0; i < 5; i++) frame.run({ elapsed: step, budget: 5 });
  expect(frame.stats).toMatchObject({ steps: 5, windows: 5 });
  expect(frame.stats.updated).toBeGreaterThanOrEqual(5);
  expect(spent).toBeLessThan(5 * 5.2);
});

describe('a callback that throws', () => {
  it('of a probe is reported, and the loop continues', () => {
    const fail = (): never => {
      throw new Error('probe');
    };
    for (const name of ['dispatched', 'dropped', 'turned'] as const) {
      const probe: Probe = { [name]: fail };
      const { errors, host, loop } = stage({ probe });
      let runs = 0;
      const dropped = new Task(() => {});
      for (let i = 0; i < 3; i++) loop.submit(new Task(() => runs++), 1);
      loop.submit(dropped, 0);
      loop.cancel(dropped);
      loop.submit(new Timer(() => runs++, { every: 10 }));
      host.advanceTo(25);
      expect([name, runs]).toEqual([name, 5]);
      expect(errors.length).toBeGreaterThan(0);
    }
  });

  it('of a frame is reported, whichever it is, and all other callbacks are called', () => {
    const names = ['update', 'priority', 'minRate', 'maxStep', 'beforeStep'] as const;
    for (const name of names) {
      const { errors, host, loop } = stage();
      let updates = 0;
      let calls = 0;
      const once =
        <T>(value: T, update = 0) =>
        (): T => {
          updates += update;
          if (++calls === 5) throw new Error(name);
          return value;
        };
      const entities = [{}, {}, {}];
      const options: FrameOptions<object> = {
        entities,
        always: [{}],
        update: () => updates++,
        priority: () => 1,
      };
      const frame = new Frame<object>({
        ...options,
        [name]: name === 'update' ? once(undefined, 1) : once(100),
      });
      everyFrame(loop, { simulate: frame, draw: () => {} });
      host.advanceTo(20 * step - 1);
      const lost = name === 'priority' || name === 'maxStep' ? 1 : 0;
      expect([errors, frame.stats.steps, updates]).toEqual([[new Error(name)], 20, 80 - lost]);
    }
  });

  it('in an iterable of entities costs one window', () => {
    const { errors, host, loop } = stage();
    const entity = { updates: 0 };
    let reads = 0;
    const entities = {
      *[Symbol.iterator]() {
        yield entity;
        if (++reads === 5) throw new Error('entities');
      },
    };
    const frame = new Frame({ entities, update: (each: typeof entity) => each.updates++, priority: () => 1 });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(10 * step - 1);
    expect(errors).toEqual([new Error('entities')]);
    expect(entity.updates).toBe(9);
  });

  it('of a frame or a simulation is reported without a source, since only tasks and timers of the application are sources', async () => {
    const fail = (): never => {
      throw new Error('failed');
    };
    const list: Iterable<object> = { [Symbol.iterator]: fail };
    const simulations: Record<string, () => Simulation> = {
      entities: () => new Frame({ ...minimal, entities: list }),
      always: () => new Frame({ ...minimal, always: list }),
      update: () => new Frame({ ...minimal, update: fail }),
      priority: () => new Frame({ ...minimal, priority: fail }),
      minRate: () => new Frame({ ...minimal, minRate: fail }),
      maxStep: () => new Frame({ ...minimal, maxStep: fail }),
      initialAge: () => new Frame({ ...minimal, initialAge: fail }),
      beforeStep: () => new Frame({ ...minimal, beforeStep: fail }),
      tick: () => ({ tick: fail }),
      'async tick': () => ({ tick: () => Promise.reject(new Error('failed')) }),
    };
    for (const [name, create] of Object.entries(simulations)) {
      const reports: unknown[][] = [];
      const { host, loop } = stage({ onError: (...report) => reports.push(report) });
      everyFrame(loop, { simulate: create() });
      host.advanceTo(1);
      await Promise.resolve();
      expect([name, reports]).toEqual([name, [[new Error('failed'), undefined]]]);
    }
  });

  it('in an iterable of entities that frame.run reads after the budget is reported', () => {
    const reports: unknown[][] = [];
    const { loop } = stage({ onError: (...report) => reports.push(report) });
    const entity = { elapsed: 0 };
    let reads = 0;
    const frame = new Frame({
      entities: {
        *[Symbol.iterator]() {
          if (++reads === 2) throw new Error('entities');
          yield entity;
        },
      },
      update: (each: typeof entity, elapsed) => (each.elapsed += elapsed),
      priority: () => 1,
    });
    frame.attach(loop);
    loop.submit(new Timer(() => {}, { at: 0, every: 0.001, catchUp: 1e9 })); // uses up each budget
    for (let i = 0; i < 3; i++) frame.run({ elapsed: step + 1e-9, budget: 0 });
    expect(reports).toEqual([[new Error('entities'), undefined]]);
    expect(entity.elapsed).toBeCloseTo(3 * step);
  });

  it('in draw does not stop steps and drawing', () => {
    const { errors, host, loop } = stage();
    let draws = 0;
    everyFrame(loop, {
      simulate: { tick: () => {} },
      draw: () => {
        if (++draws === 3) throw new Error('draw');
      },
    });
    host.advanceTo(10 * step + 1);
    expect([draws, errors]).toEqual([10, [new Error('draw')]]);
  });
});

describe('a task with an unsuitable callback', () => {
  it('throws an error if it is an async generator function', () => {
    const callback = async function* (): AsyncGenerator {
      yield await Promise.resolve();
    };
    expect(() => new Task(callback)).toThrow(
      new TypeError(
        'Task: callback must be a function that is not an async generator function, got the function callback',
      ),
    );
  });

  it('is reported if it returns an async generator', () => {
    const { errors, host, loop } = stage();
    const callback = async function* (): AsyncGenerator {
      yield await Promise.resolve();
    };
    loop.submit(new Task(() => callback()), 1);
    host.advanceTo(1);
    expect(String(errors[0])).toContain(
      'must be a function that is not an async generator function, got an object (',
    );
  });

  it('cannot submit itself to another loop while its generator has steps left', () => {
    const first = stage();
    const second = stage();
    const log: string[] = [];
    const task: Task = new Task(function* () {
      log.push('first');
      try {
        second.loop.submit(task, 1);
      } catch (error) {
        log.push(String(error));
      }
      yield;
      log.push('second');
    });
    first.loop.submit(task, 1);
    first.host.advanceTo(10);
    second.host.advanceTo(10);
    expect(log).toEqual([
      'first',
      'Error: EventLoop.submit: the item is pending or running in another loop; cancel it there first',
      'second',
    ]);
    expect([first.loop.pending, second.loop.pending]).toEqual([0, 0]);
    second.loop.submit(task, 1);
    expect(second.loop.pending).toBe(1);
  });
});

describe('a queue', () => {
  it('does not remove an item of another queue', () => {
    const [mine, other] = [new PriorityQueue<{ slot: number }>(), new PriorityQueue<{ slot: number }>()];
    const [a, b] = [{ slot: 0 }, { slot: 0 }];
    mine.push(a, 1);
    other.push(b, 1);
    expect(mine.remove(b)).toBe(false);
    expect([mine.size, mine.has(a), mine.pop()]).toEqual([1, true, a]);
    expect(mine.remove(a)).toBe(false);
  });
});

describe('invalid input throws an error that names it, and changes nothing', () => {
  it.each<[string, (value: unknown) => unknown]>([
    ['Task: callback', (value) => new Task(value as () => void)],
    ['Task: options', (value) => new Task(() => {}, value as object)],
    ['Timer: callback', (value) => new Timer(value as () => void, { after: 1 })],
    ['Timer: options', (value) => new Timer(() => {}, value as TimerOptions)],
    ['EventLoop: host', (value) => new EventLoop({ host: value as VirtualHost })],
    ['EventLoop: onError', (value) => new EventLoop({ onError: value as () => void })],
    ['EventLoop.submit: item', (value) => stage().loop.submit(value as Task, 1)],
    ['EventLoop.cancel: item', (value) => stage().loop.cancel(value as Task)],
    ['EventLoop.isPending: item', (value) => stage().loop.isPending(value as Task)],
    ['EventLoop.run: options', (value) => stage().loop.run(value as object)],
    ['everyFrame: loop', (value) => everyFrame(value as EventLoop, { simulate: { tick() {} } })],
    ['everyFrame: options', (value) => everyFrame(stage().loop, value as { simulate: { tick(): void } })],
    ['everyFrame: simulate', (value) => everyFrame(stage().loop, { simulate: value as { tick(): void } })],
    [
      'everyFrame: draw',
      (value) => everyFrame(stage().loop, { simulate: { tick() {} }, draw: value as () => void }),
    ],
    ['Frame: options', (value) => new Frame(value as FrameOptions<object>)],
    ['Frame: entities', (value) => new Frame({ ...minimal, entities: value as object[] })],
    ['Frame: always', (value) => new Frame({ ...minimal, always: value as object[] })],
    ['Frame: update', (value) => new Frame({ ...minimal, update: value as () => void })],
    ['Frame: priority', (value) => new Frame({ ...minimal, priority: value as () => number })],
    ['Frame: minRate', (value) => new Frame({ ...minimal, minRate: value as () => number })],
    ['Frame: initialAge', (value) => new Frame({ ...minimal, initialAge: value as () => number })],
    ['Frame: beforeStep', (value) => new Frame({ ...minimal, beforeStep: value as () => void })],
    ['Frame: order', (value) => new Frame({ ...minimal, order: value as 'list' })],
    ['Frame.attach: loop', (value) => new Frame(minimal).attach(value as EventLoop)],
    ['Frame.run: options', (value) => new Frame(minimal).run(value as { elapsed: number; budget: number })],
  ])('%s', (what, call) => {
    for (const value of [5, 'text', null]) {
      expect(() => call(value)).toThrow(TypeError);
      expect(() => call(value)).toThrow(
        new RegExp(`^${what.replace('.', '\\.')} must be .*, got (5|'text'|null)$`),
      );
    }
  });

  const numbers: Record<
    string,
    { readonly call: (value: number) => unknown; readonly right: readonly unknown[] }
  > = {
    'Task: expiresIn': { call: (value) => new Task(() => {}, { expiresIn: value }), right: [2 ** 31] },
    'Timer: at': { call: (value) => new Timer(() => {}, { at: value }), right: [-1, 0, 2 ** 31] },
    'Timer: after': { call: (value) => new Timer(() => {}, { after: value }), right: [0, 2 ** 31] },
    'Timer: every': { call: (value) => new Timer(() => {}, { every: value }), right: [2 ** 31] },
    'Timer: catchUp': {
      call: (value) => new Timer(() => {}, { after: 1, catchUp: value }),
      right: [0, 2 ** 31],
    },
    'Timer: maxLateness': {
      call: (value) => new Timer(() => {}, { after: 1, maxLateness: value }),
      right: [2 ** 31],
    },
    'EventLoop: slice': { call: (value) => new EventLoop({ slice: value }), right: [0, 2 ** 31] },
    'EventLoop.run: budget': { call: (value) => stage().loop.run({ budget: value }), right: [0, 2 ** 31] },
    'EventLoop.submit: priority': {
      call: (value) => stage().loop.submit(new Task(() => {}), value),
      right: [-1, 0, 2 ** 31],
    },
    'Frame: rate': { call: (value) => new Frame({ ...minimal, rate: value }), right: [] },
    'Frame: stepsPerWindow': {
      call: (value) => new Frame({ ...minimal, stepsPerWindow: value }),
      right: [2 ** 31],
    },
    'Frame: minRateShare': { call: (value) => new Frame({ ...minimal, minRateShare: value }), right: [] },
    'Frame: rankEvery': { call: (value) => new Frame({ ...minimal, rankEvery: value }), right: [] },
    'Frame: maxStep': {
      call: (value) => new Frame({ ...minimal, maxStep: value }),
      right: [Infinity, 2 ** 31],
    },
    'Frame: maxElapsed': {
      call: (value) => new Frame({ ...minimal, maxElapsed: value }),
      right: [Infinity, 2 ** 31],
    },
    'Frame: maxFrameTime': {
      call: (value) => new Frame({ ...minimal, maxFrameTime: value }),
      right: [Infinity, 2 ** 31],
    },
    'Frame.attach: rate': {
      call: (value) => new Frame(minimal).attach(stage().loop, value),
      right: [],
    },
    'Frame.run: elapsed': {
      call: (value) => new Frame(minimal).run({ elapsed: value, budget: 1 }),
      right: [-1, 0, 2 ** 31],
    },
    'Frame.run: budget': {
      call: (value) => new Frame(minimal).run({ elapsed: 1, budget: value }),
      right: [0, 2 ** 31],
    },
    'Frame.skip: elapsed': { call: (value) => new Frame(minimal).skip(value), right: [0, 2 ** 31] },
    'everyFrame: rate': {
      call: (value) => everyFrame(stage().loop, { simulate: { tick() {} }, rate: value }),
      right: [],
    },
    'everyFrame: catchUp': {
      call: (value) => everyFrame(stage().loop, { simulate: { tick() {} }, catchUp: value }),
      right: [0, 2 ** 31],
    },
    'everyFrame: maxLateness': {
      call: (value) => everyFrame(stage().loop, { simulate: { tick() {} }, maxLateness: value }),
      right: [2 ** 31],
    },
    'VirtualHost: displayRate': {
      call: (value) => new VirtualHost({ displayRate: value }),
      right: [],
    },
    'VirtualHost.spend: cost': { call: (value) => new VirtualHost().spend(value), right: [0, 2 ** 31] },
    'VirtualHost.advanceTo: time': {
      call: (value) => new VirtualHost().advanceTo(value),
      right: [-1, 0, 2 ** 31],
    },
  };

  it.each(Object.keys(numbers))('%s', (what) => {
    const { call, right } = numbers[what]!;
    for (const value of bad) {
      const kind = what === 'Frame: rankEvery' ? 'a whole number' : 'a finite number';
      const expected = right.includes(value) ? 'accepted' : `${what} must be ${kind}`;
      expect(messageOf(() => call(value as number)).slice(0, expected.length)).toBe(expected);
    }
  });

  it.each(['Frame: rate', 'Frame.attach: rate', 'everyFrame: rate', 'VirtualHost: displayRate'])(
    '%s, even if rounding would swallow the steps',
    (what) => {
      for (const rate of [1e-300, 1e-7, 1e7, 1e300]) {
        expect(() => numbers[what]!.call(rate)).toThrow(
          new RangeError(`${what} must be a finite number from 0.000001 to 1000000, got ${rate}`),
        );
      }
      for (const rate of [1e-6, 1e6]) numbers[what]!.call(rate);
    },
  );

  it('in Frame.run: no step is made', () => {
    const frame = new Frame(minimal);
    for (const budget of [NaN, -1, undefined]) {
      expect(() => untyped(frame.run.bind(frame))({ elapsed: 100, budget })).toThrow('Frame.run: budget');
    }
    expect(frame.stats.steps).toBe(0);
  });

  it('in submit: a pending task keeps its priority', () => {
    const { host, loop } = stage();
    const log: string[] = [];
    const [a, b] = [new Task(() => log.push('a')), new Task(() => log.push('b'))];
    loop.submit(a, 2);
    loop.submit(b, 1);
    expect(() => loop.submit(a, NaN)).toThrow('EventLoop.submit: priority must be a finite number, got NaN');
    const submit = loop.submit.bind(loop) as unknown as (task: Task) => void; // without types
    expect(() => submit(a)).toThrow(
      new TypeError('EventLoop.submit: priority must be a finite number, got undefined'),
    );
    host.advanceTo(1);
    expect(log).toEqual(['a', 'b']);
  });
});

describe('after dispose', () => {
  it('a loop throws errors for new work and ignores removals', () => {
    const { errors, loop } = stage();
    const task = new Task(() => {});
    loop.dispose();
    loop.dispose();
    for (const call of [
      () => loop.submit(task, 1),
      () => loop.batch().submit(task, 1),
      () => loop.submit(new Timer(() => {}, { after: 1 })),
      () => loop.run(),
      () => loop.start(),
      () => everyFrame(loop, { simulate: { tick() {} } }),
    ]) {
      expect(call).toThrow('the loop is disposed; create a new one');
    }
    loop.stop();
    expect([loop.cancel(task), loop.cancelAll(), loop.pending, errors.length]).toEqual([false, 0, 0, 0]);
  });

  it('a frame throws errors for new work and ignores removals', () => {
    const frame = new Frame(minimal);
    frame.run({ elapsed: step, budget: 1 });
    frame.dispose();
    frame.dispose();
    for (const call of [
      () => frame.run({ elapsed: step, budget: 1 }),
      () => frame.tick(),
      () => frame.attach(stage().loop),
      () => frame.addToWindow({}),
    ]) {
      expect(call).toThrow('the frame is disposed; create a new one');
    }
  });

  it('of the loop, a frame makes no step', () => {
    const { loop } = stage();
    const frame = new Frame(minimal);
    frame.attach(loop);
    loop.dispose();
    expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('the loop is disposed');
    expect(frame.stats.steps).toBe(0);
  });

  it('in an update, no other entity is updated', () => {
    for (const victim of ['loop', 'frame'] as const) {
      const { errors, loop } = stage();
      let updates = 0;
      const frame = new Frame({
        entities: [{}, {}, {}],
        priority: () => 1,
        update: () => {
          updates++;
          (victim === 'loop' ? loop : frame).dispose();
        },
      });
      frame.attach(loop);
      frame.run({ elapsed: step, budget: 10 });
      expect([victim, updates, errors]).toEqual([victim, 1, []]);
    }
  });
});

it('a Map is not accepted as a list of entities, since its entries are new objects in each iteration', () => {
  class Herd extends Map<number, object> {}
  class Flock extends Map<number, object> {
    override [Symbol.iterator](): never {
      return this.values() as never;
    }
  }
  const kind = 'a list of entities, such as the values of a Map';
  for (const name of ['entities', 'always'] as const) {
    expect(() => new Frame({ ...minimal, [name]: new Map([[1, {}]]) })).toThrow(
      TypeError(`Frame: ${name} must be ${kind}, got an object (Map)`),
    );
    expect(() => new Frame({ ...minimal, [name]: new Herd() })).toThrow(TypeError);
    for (const list of [new Set(), [], new Flock(), { [Symbol.iterator]: () => new Map().values() }]) {
      expect(() => new Frame({ ...minimal, [name]: list })).not.toThrow();
    }
  }
});

it('the error about an object of another copy of the package gives the reason', async () => {
  vi.resetModules();
  const copy = await import('./index.ts');
  const reason = 'of another copy of @doha/loop';
  const loop = new EventLoop({ host: new VirtualHost() });
  expect(() => new Frame(minimal).attach(new copy.EventLoop({ host: new VirtualHost() }))).toThrow(
    TypeError(`Frame.attach: loop must be an EventLoop, got an object (EventLoop) ${reason}`),
  );
  expect(() => loop.submit(new copy.Task(() => {}), 1)).toThrow(
    TypeError(`EventLoop.submit: item must be a Task or a Timer, got an object (Task) ${reason}`),
  );
  expect(() => loop.cancel(new copy.Timer(() => {}, { after: 1 }))).toThrow(reason);
  expect(() => loop.cancel({} as Task)).toThrow(/got an object \(Object\)$/);
});

it('a host in place of the options of a loop throws an error', () => {
  const message = 'EventLoop: a host must be given as an option: new EventLoop({ host })';
  expect(() => new EventLoop(new VirtualHost() as never)).toThrow(new TypeError(message));
});
