import { describe, expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import { Frame } from './frame/frame.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { everyFrame } from './display/every-frame.ts';
import { Task } from './event-loop/task.ts';
import { Timer, type TimerOptions } from './event-loop/timer.ts';
import { stage } from './event-loop/virtual-stage.test.setup.ts';

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
  it('in a timer: it fires, and so does the next one', () => {
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

  it('in everyFrame: catchUp has its default value', () => {
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
      'replaces',
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
    ['Frame: replaces', (value) => new Frame({ ...minimal, replaces: value as Frame<object> })],
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
    'Frame: stepsPerWindow': { call: (value) => new Frame({ ...minimal, stepsPerWindow: value }), right: [] },
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
    'Frame.beforeDraw: alpha': {
      call: (value) => new Frame(minimal).beforeDraw(value),
      right: [-1, 0, 2 ** 31],
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
    '%s outside of 0.000001 to 1,000,000',
    (what) => {
      for (const rate of [1e-300, 1e-7, 1e7, 1e300]) {
        expect(() => numbers[what]!.call(rate)).toThrow(
          new RangeError(`${what} must be a finite number from 0.000001 to 1000000, got ${rate}`),
        );
      }
      for (const rate of [1e-6, 1e6]) numbers[what]!.call(rate);
    },
  );

  it('a method of a host or of a simulation that is not a function', () => {
    const ofHost = ['attach', 'wake', 'peek', 'detach', 'interrupted', 'requestFrame', 'cancelFrame'];
    for (const name of [...ofHost, 'watchVisibility'])
      expect(() => new EventLoop({ host: { now: () => 1, [name]: 5 } })).toThrow(
        new TypeError(`EventLoop: ${name} of host must be a function, got 5`),
      );
    for (const name of ['tick', 'attach', 'claim', 'beforeDraw', 'skip']) {
      const simulate = { tick() {}, [name]: name === 'tick' ? function* () {} : 5 };
      expect(() => everyFrame(stage().loop, { simulate })).toThrow(`everyFrame: ${name} of simulate must`);
    }
  });

  it('in Frame.claim: the frame stays unclaimed', () => {
    const frame = new Frame(minimal);
    for (const stop of [undefined, NaN, '5', {}])
      expect(() => untyped(frame.claim.bind(frame))(stop)).toThrow('Frame.claim: stop must be a function');
    frame.claim(() => {})();
    frame.dispose();
  });

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

it('if an object was created by another copy of the package, the error says so', async () => {
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

it('a host that is passed to EventLoop instead of options throws an error', () => {
  const message = 'EventLoop: a host must be given as an option: new EventLoop({ host })';
  expect(() => new EventLoop(new VirtualHost() as never)).toThrow(new TypeError(message));
});
