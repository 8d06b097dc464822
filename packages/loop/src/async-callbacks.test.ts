import { describe, expect, expectTypeOf, it } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import type { EventLoopOptions } from './event-loop/event-loop-options.ts';
import { everyFrame } from './display/every-frame.ts';
import type { EveryFrameOptions } from './display/every-frame-options.ts';
import type { Simulation } from './display/simulation.ts';
import { Frame } from './frame/frame.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { recordedLoop } from './event-loop/recorded-loop.test.setup.ts';
import { Task, type TaskOptions } from './event-loop/task.ts';
import { Timer, type TimerOptions } from './event-loop/timer.ts';

const step = 1000 / 60;

/** Calls `play` with a loop. Returns the messages of the errors that `onError` receives until all promises are settled. */
async function errorsOf(play: (loop: EventLoop, host: VirtualHost) => void): Promise<string[]> {
  const host = new VirtualHost();
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(String(error)) });
  play(loop, host);
  host.advanceTo(step / 2);
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
  expect(loop.stats.failed).toBe(errors.length);
  loop.dispose();
  return errors;
}

const rejects =
  (message: string): (() => Promise<never>) =>
  () =>
    Promise.reject(new Error(message));

const minimal = { entities: [{}], update: () => {}, priority: () => 1 };

it.each([
  ['update of an entity', { ...minimal, update: rejects('update') }, 'update'],
  [
    'update of an entity in always',
    { ...minimal, entities: [], always: [{}], update: rejects('always') },
    'always',
  ],
  ['beforeStep', { ...minimal, beforeStep: rejects('beforeStep') }, 'beforeStep'],
])('a rejected promise of %s goes to onError', async (_, options, message) => {
  const errors = await errorsOf((loop) => void everyFrame(loop, { simulate: new Frame(options) }));
  expect(errors).toEqual([`Error: ${message}`]);
});

it('if maxStep splits an update, a rejected promise of each part goes to onError', async () => {
  const options = { ...minimal, maxStep: step / 2, update: rejects('part') };
  const errors = await errorsOf((loop) => void everyFrame(loop, { simulate: new Frame(options) }));
  expect(errors).toEqual(['Error: part', 'Error: part']);
});

it('rejected promises of tick, draw and onDrop go to onError', async () => {
  const errors = await errorsOf((loop, host) => {
    everyFrame(loop, { simulate: { tick: rejects('tick') }, draw: rejects('draw') });
    const task = new Task(() => {}, { onDrop: rejects('onDrop') });
    loop.submit(task, 1);
    loop.cancel(task);
    host.advanceTo(step * 0.9);
    host.advanceTo(step);
  });
  expect(errors.toSorted()).toEqual(['Error: draw', 'Error: onDrop', 'Error: tick', 'Error: tick']);
});

it.each(['priority', 'minRate', 'initialAge', 'maxStep'] as const)(
  'a promise as the result of %s is an error, and so is its rejection',
  async (name) => {
    const options = { ...minimal, [name]: rejects('rejected') };
    const errors = await errorsOf((loop) => void everyFrame(loop, { simulate: new Frame(options) }));
    expect(errors[0]).toMatch(`TypeError: Frame: ${name} must be a finite number`);
    expect(errors[0]).toContain('got an object (Promise)');
    expect(errors[1]).toBe('Error: rejected');
  },
);

describe('an object whose then throws', () => {
  const fail = (): never => {
    throw new Error('bad then');
  };
  const thens: [string, PropertyDescriptor][] = [
    ['a getter', { get: fail }],
    ['a method', { value: fail }],
  ];
  const create = (then: PropertyDescriptor): object => Object.defineProperty({}, 'then', then); // oxlint-disable-line unicorn/no-thenable -- the subject of these tests

  it.each(thens)('is reported if a generator yields it, and the generator continues: %s', async (_, then) => {
    const log: string[] = [];
    const task = new Task(function* () {
      try {
        yield create(then);
        log.push('goes on');
        yield create(then);
      } finally {
        log.push('finally');
      }
    });
    const errors = await errorsOf((loop, host) => {
      loop.submit(task, 1);
      host.advanceTo(1);
      expect([log, loop.pending]).toEqual([['goes on', 'finally'], 0]);
    });
    expect(errors).toEqual(['Error: bad then', 'Error: bad then']);
  });

  it.each(thens)(
    'is reported if a callback returns it, and the update of the entity is not lost: %s',
    async (_, then) => {
      const frame = new Frame({ ...minimal, always: [{}], update: () => create(then) });
      const errors = await errorsOf((loop) => {
        everyFrame(loop, { simulate: frame });
        loop.submit(new Task(() => create(then)), 1);
        loop.submit(new Timer(() => create(then), { after: 0 }));
      });
      expect(errors).toEqual(Array.from({ length: 4 }, () => 'Error: bad then'));
      expect(frame.stats.lostTime).toBe(0);
    },
  );
});

describe('a generator function', () => {
  it.each([
    ['Frame: update', (callback: () => unknown) => new Frame({ ...minimal, update: callback })],
    ['Frame: beforeStep', (callback: () => unknown) => new Frame({ ...minimal, beforeStep: callback })],
    ['Timer: callback', (callback: () => unknown) => new Timer(callback, { every: 1 })],
    ['Task: onDrop', (callback: () => unknown) => new Task(() => {}, { onDrop: callback })],
    ['EventLoop: onError', (callback: () => unknown) => new EventLoop({ onError: callback })],
    ['EventLoop: turned of probe', (turned: () => unknown) => new EventLoop({ probe: { turned } })],
    ['Frame: maxStep', (callback: () => unknown) => new Frame({ ...minimal, maxStep: callback as never })],
    [
      'everyFrame: tick of simulate',
      (callback: () => unknown) =>
        everyFrame(new EventLoop({ host: new VirtualHost() }), { simulate: { tick: callback } }),
    ],
    [
      'everyFrame: draw',
      (callback: () => unknown) =>
        everyFrame(new EventLoop({ host: new VirtualHost() }), {
          simulate: { tick: () => {} },
          draw: callback,
        }),
    ],
  ] as const)('is refused as %s, because a call would not run its body', (what, create) => {
    for (const callback of [function* each() {}, async function* each() {}]) {
      expect(() => create(callback)).toThrow(
        TypeError(`${what} must be a function that is not a generator function, got the function each`),
      );
    }
  });

  it('is reported if a plain function returns its generator', async () => {
    const hidden = (): unknown => (function* () {})();
    const refusal =
      'TypeError: Callback must be a function that is not a generator function, got an object (Generator)';
    for (const options of [
      { ...minimal, update: hidden },
      { ...minimal, beforeStep: hidden },
    ]) {
      const errors = await errorsOf((loop) => void everyFrame(loop, { simulate: new Frame(options) }));
      expect(errors).toEqual([refusal]);
    }
    const errors = await errorsOf((loop) => {
      loop.submit(new Timer(hidden, { after: 0 }));
      everyFrame(loop, { simulate: { tick: hidden } });
    });
    expect(errors).toEqual([refusal, refusal]);
  });
});

it('a timer without a time does not compile', () => {
  // @ts-expect-error -- needs at, after or every
  expect(() => new Timer(() => {}, {})).toThrow(TypeError);
  // @ts-expect-error -- needs at, after or every
  expect(() => new Timer(() => {}, { maxLateness: 5 })).toThrow(TypeError);
  expectTypeOf<{ after: number; every?: undefined }>().toExtend<TimerOptions>();
});

it('only callbacks whose result does not matter may be async', () => {
  type Frames = Required<FrameOptions<object>>;
  type Async = () => Promise<number>;
  // TypeScript accepts an async function for a callback that is declared to return nothing, but linters do not.
  expectTypeOf<ReturnType<Frames['update']>>().toBeUnknown();
  expectTypeOf<ReturnType<NonNullable<Frames['beforeStep']>>>().toBeUnknown();
  expectTypeOf<ReturnType<NonNullable<EveryFrameOptions['draw']>>>().toBeUnknown();
  expectTypeOf<ReturnType<Simulation['tick']>>().toBeUnknown();
  expectTypeOf<ReturnType<NonNullable<TaskOptions['onDrop']>>>().toBeUnknown();
  expectTypeOf<ReturnType<NonNullable<EventLoopOptions['onError']>>>().toBeUnknown();
  expectTypeOf<Async>().not.toExtend<Frames['priority']>();
  expectTypeOf<Async>().not.toExtend<Frames['minRate']>();
  expectTypeOf<Async>().not.toExtend<Frames['initialAge']>();
  expectTypeOf<Async>().not.toExtend<Frames['maxStep']>();
});

describe('a task with a generator', () => {
  it('throws an error if its callback is an async generator function', () => {
    const callback = async function* (): AsyncGenerator {
      yield await Promise.resolve();
    };
    expect(() => new Task(callback)).toThrow(
      new TypeError(
        'Task: callback must be a function that is not an async generator function, got the function callback',
      ),
    );
  });

  it('is reported if its callback returns an async generator', () => {
    const { errors, host, loop } = recordedLoop();
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
    const first = recordedLoop();
    const second = recordedLoop();
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
