import { describe, expect, it } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import { everyFrame } from './display/every-frame.ts';
import { Frame } from './frame/frame.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { Task } from './event-loop/task.ts';
import { Timer } from './event-loop/timer.ts';

interface Thing {
  readonly name: string;
  readonly updates: number[];
}

const thing = (name: string): Thing => ({ name, updates: [] });
const step = 10;

interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly frame: Frame<Thing>;
  readonly errors: string[];
}

function stage(options: Partial<FrameOptions<Thing>> = {}): Stage {
  const host = new VirtualHost();
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push((error as Error).message) });
  const update = (entity: Thing, elapsed: number): unknown => entity.updates.push(elapsed);
  const frame = new Frame<Thing>({ entities: [], update, priority: () => 1, rate: 100, ...options });
  frame.attach(loop);
  return { host, loop, frame, errors };
}

describe('Frame.run makes at least one update', () => {
  it('even if a timer uses up each budget', () => {
    const entity = thing('entity');
    const { frame, host, loop } = stage({ entities: [entity] });
    loop.submit(new Timer(() => host.spend(6), { every: 10 }));
    for (let i = 0; i < 100; i++) frame.run({ elapsed: step, budget: 5 });
    expect(entity.updates).toHaveLength(100);
    expect(frame.stats.pace).toBeCloseTo(1);
  });

  it('even if a more important task resubmits itself forever', () => {
    const entity = thing('entity');
    const { frame, loop } = stage({ entities: [entity] });
    const again: Task = new Task(() => loop.submit(again, 1e9));
    loop.submit(again, 1e9);
    for (let i = 0; i < 100; i++) frame.run({ elapsed: step, budget: 0 });
    expect(entity.updates).toHaveLength(100);
  });
});

describe('maxStep under overload', () => {
  it('leaves time for the other entities and the steps', () => {
    const host = new VirtualHost();
    const player = { updates: 0, updatedAt: 0, gap: 0 };
    const entities = Array.from({ length: 500 }, () => ({ updates: 0, updatedAt: 0, gap: 0 }));
    const frame = new Frame<typeof player>({
      always: [player],
      entities,
      maxStep: 20,
      priority: (_, age) => age,
      update: (entity) => {
        entity.gap = Math.max(entity.gap, frame.now - entity.updatedAt);
        entity.updatedAt = frame.now;
        entity.updates++;
        host.spend(0.1);
      },
    });
    const loop = new EventLoop({ host });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(60_000);
    expect(frame.stats.skippedTime).toBe(0);
    expect(player.updates).toBeGreaterThan(3590);
    expect(Math.max(...entities.map(({ gap }) => gap))).toBeLessThan(1000);
    expect(frame.stats.pace).toBeLessThan(0.5);
    expect(frame.stats.lostTime).toBe(0);
  });
});

describe('maxFrameTime', () => {
  it('turns an elapsed that is too long into one step, even without a limit', () => {
    const options = { entities: [], update: () => {}, priority: () => 1, maxFrameTime: Infinity };
    const frame = new Frame(options);
    frame.run({ elapsed: 1e300, budget: 1 });
    expect(frame.stats).toMatchObject({ steps: 1, skippedTime: 1e300 });
    frame.run({ elapsed: 10_000, budget: 1 });
    expect(frame.stats).toMatchObject({ steps: 601, skippedTime: 1e300 });
  });

  it('never adds more than the elapsed time if a step is longer', () => {
    for (const [rate, elapsed] of [
      [2, 300],
      [60, 8],
    ] as const) {
      const frame = new Frame({ entities: [], update: () => {}, priority: () => 1, rate, maxFrameTime: 5 });
      for (let i = 0; i < 100; i++) frame.run({ elapsed, budget: 1 });
      const { skippedTime } = frame.stats;
      expect(frame.now + skippedTime + (frame.alpha * 1000) / rate).toBeCloseTo(100 * elapsed);
    }
  });
});

describe('entities', () => {
  it('that are not objects are reported and left out, at no cost for the others', () => {
    const [a, b] = [thing('a'), thing('b')];
    const { errors, frame } = stage({ entities: [a, undefined, b, null, 5] as Thing[] });
    for (let i = 0; i < 2; i++) frame.run({ elapsed: step, budget: 1 });
    expect([a.updates, b.updates]).toEqual([
      [step, step],
      [step, step],
    ]);
    expect(errors.slice(0, 3)).toEqual([
      'Frame: a member of entities must be an object, got undefined',
      'Frame: a member of entities must be an object, got null',
      'Frame: a member of entities must be an object, got 5',
    ]);
  });

  it('must not be an iterator, which can be read only once', () => {
    const things = new Map([['a', thing('a')]]);
    expect(() => stage({ entities: things.values() })).toThrow(
      'Frame: entities must be iterable any number of times',
    );
  });

  it('are read in a window for the first time, so the iterable may use the frame', () => {
    const [player, enemy] = [thing('player'), thing('enemy')];
    const times: number[] = [];
    function* listed(entity: Thing): Generator<Thing> {
      times.push(frame.now);
      yield entity;
    }
    const { errors, frame } = stage({
      always: { [Symbol.iterator]: () => listed(player) },
      entities: { [Symbol.iterator]: () => (frame.rate > 0 ? listed(enemy) : listed(player)) },
    });
    expect(times).toEqual([]);
    frame.run({ elapsed: step, budget: 1 });
    expect([player.updates, enemy.updates, errors]).toEqual([[step], [step], []]);
  });

  it('may have a method `next` if they are iterable any number of times', () => {
    const a = thing('a');
    const list = { next: () => a, [Symbol.iterator]: () => [a].values() };
    const { frame } = stage({ entities: list });
    for (let i = 0; i < 2; i++) frame.run({ elapsed: step, budget: 1 });
    expect(a.updates).toEqual([step, step]);
    const once = { next: () => ({ done: true, value: a }) as const, [Symbol.iterator]: () => once };
    expect(() => stage({ always: once })).toThrow('Frame: always must be iterable any number of times');
  });

  it('that are absent after the iterable has thrown count as new when they return', () => {
    const [a, b] = [thing('a'), thing('b')];
    let list = [a, b];
    let fails = false;
    const entities = {
      *[Symbol.iterator]() {
        for (const entity of list) {
          yield entity;
          if (fails) throw new Error('list');
        }
      },
    };
    const { frame } = stage({ entities });
    const run = (): void => frame.run({ elapsed: step, budget: 1 });
    run();
    fails = true;
    list = [b, a];
    run();
    fails = false;
    list = [b];
    for (let i = 0; i < 50; i++) run();
    list = [b, a];
    run();
    expect(a.updates).toEqual([step, step]);
    expect(frame.stats.pace).toBeLessThanOrEqual(1);
  });
});

describe('a frame with a driver', () => {
  it('cannot be attached to another loop or rate by the application', () => {
    const { frame, loop } = stage();
    const stop = everyFrame(loop, { simulate: frame, rate: 50 });
    for (const [other, rate] of [
      [new EventLoop({ host: new VirtualHost() }), 50],
      [loop, 20],
    ] as const)
      expect(() => frame.attach(other, rate)).toThrow(
        'Frame.attach: everyFrame already runs the frame; stop it first',
      );
    expect(frame.rate).toBe(50);
    stop();
    frame.attach(loop, 20);
    expect(frame.rate).toBe(20);
    frame.dispose();
    expect(() => everyFrame(loop, { simulate: frame })).toThrow(
      'everyFrame: the frame is disposed; create a new one',
    );
  });

  it('throws an error if a second driver claims it', () => {
    const { frame, loop } = stage();
    const stop = everyFrame(loop, { simulate: frame });
    expect(() => everyFrame(loop, { simulate: frame })).toThrow(
      'another everyFrame runs the frame; stop that one first',
    );
    expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('everyFrame already runs the frame');
    stop();
    everyFrame(loop, { simulate: frame });
  });

  it('stops the driver when it is disposed', () => {
    const { errors, frame, host, loop } = stage();
    everyFrame(loop, { simulate: frame });
    host.advanceTo(100);
    frame.dispose();
    host.advanceTo(1000);
    expect([errors, loop.pendingTimers]).toEqual([[], 0]);
  });
});

it.each(['beforeStep', 'always', 'priority', 'entities'])(
  'everyFrame can be stopped and called again from %s: the frame continues after these callbacks',
  (moment) => {
    const entity = thing('entity');
    let stop = (): void => {};
    const restart = (now: string): void => {
      if (now !== moment || frame.stats.steps !== 3 || frame.rate === 50) return;
      stop();
      stop = everyFrame(loop, { simulate: frame, rate: 50 });
    };
    const { errors, frame, host, loop } = stage({
      entities: {
        *[Symbol.iterator]() {
          restart('entities');
          yield entity;
        },
      },
      always: [thing('player')],
      beforeStep: () => restart('beforeStep'),
      priority: () => {
        restart('priority');
        return 1;
      },
      update: ({ name, updates }, elapsed) => {
        if (name === 'player') restart('always');
        updates.push(elapsed);
      },
    });
    stop = everyFrame(loop, { simulate: frame });
    host.advanceTo(195);
    expect([errors, frame.rate]).toEqual([[], 50]);
    const lived = entity.updates.reduce((sum, elapsed) => sum + elapsed, 0);
    expect([lived, frame.stats.steps]).toEqual([frame.now, 11]);
    stop();
    host.advanceTo(300);
    expect(frame.stats.steps).toBe(11);
  },
);

describe('a call that throws claims nothing', () => {
  it.each(['rate', 'catchUp', 'maxLateness', 'draw'])('everyFrame with a bad %s', (name) => {
    const { frame, loop } = stage();
    expect(() => everyFrame(loop, { simulate: frame, [name]: NaN })).toThrow(`everyFrame: ${name} must be`);
    expect(() => everyFrame(loop, { simulate: frame })()).not.toThrow();
  });

  it.each(['attach', 'watchVisibility', 'requestFrame'] as const)(
    'everyFrame if %s of the simulation or the host throws',
    (method) => {
      const host = new VirtualHost();
      const fail = (): never => {
        throw new Error(method);
      };
      const claims: string[] = [];
      const simulate = {
        tick: () => {},
        claim: () => {
          claims.push('claimed');
          return () => claims.push('released');
        },
      };
      const loop = new EventLoop({ host });
      Object.assign(method === 'attach' ? simulate : host, { [method]: fail });
      expect(() => everyFrame(loop, { simulate, draw: () => {} })).toThrow(method);
      expect([claims, loop.pendingTimers]).toEqual([['claimed', 'released'], 0]);
      loop.dispose();
      expect(claims).toHaveLength(2);
    },
  );

  it('EventLoop if the host throws in attach', () => {
    let attempts = 0;
    const host = {
      now: () => 0,
      attach: () => {
        if (attempts++ === 0) throw new Error('no thread');
      },
    };
    expect(() => new EventLoop({ host })).toThrow('no thread');
    expect(() => new EventLoop({ host })).not.toThrow();
  });
});

it('a loop is disposed completely even if the claim of a simulation throws on release', () => {
  const { errors, host, loop } = stage();
  const claim = (): (() => void) => () => {
    throw new Error('the claim');
  };
  for (let i = 0; i < 2; i++) everyFrame(loop, { simulate: { tick: () => {}, claim } });
  loop.submit(new Task(() => {}), 1);
  loop.dispose();
  expect([errors, loop.pendingTimers, loop.pending]).toEqual([['the claim', 'the claim'], 0, 0]);
  expect(() => new EventLoop({ host })).not.toThrow();
});

describe('callbacks of a frame', () => {
  it.each(['tick', 'attach', 'run', 'addToWindow'] as const)('cannot call %s from the policy', (action) => {
    const entity = thing('entity');
    const { errors, frame, loop } = stage({
      entities: [entity],
      priority: () => {
        if (action === 'tick') frame.tick();
        if (action === 'attach') frame.attach(loop);
        if (action === 'run') frame.run({ elapsed: step, budget: 1 });
        if (action === 'addToWindow') frame.addToWindow(thing('new'));
        return 1;
      },
    });
    frame.run({ elapsed: step, budget: 1 });
    expect(errors).toEqual([
      `Frame.${action} was called from the policy or the list of entities of the same frame`,
    ]);
    expect(frame.stats).toMatchObject({ steps: 1, submitted: 1, updated: 0 });
  });

  it.each(['tick', 'attach', 'addToWindow', 'dispose'] as const)(
    'cannot end the window with %s while addToWindow asks the policy',
    (action) => {
      const [entity, other] = [thing('new'), thing('other')];
      for (const callback of ['priority', 'initialAge'] as const) {
        const act = ({ name }: Thing): number => {
          if (name !== 'new' || frame.stats.windows === 0) return 1;
          if (action === 'tick') frame.tick();
          if (action === 'attach') frame.attach(loop);
          if (action === 'addToWindow') frame.addToWindow(thing('third'));
          if (action === 'dispose') frame.dispose();
          return 1;
        };
        const { errors, frame, loop } = stage({ entities: [other], [callback]: act });
        frame.tick();
        loop.submit(new Task(() => frame.addToWindow(entity)), Number.MAX_VALUE);
        loop.run({ budget: 10 });
        frame.dispose();
        const { cancelled, submitted, updated } = frame.stats;
        expect(updated + cancelled).toBeLessThanOrEqual(submitted);
        const refusal = `Frame.${action} was called from the policy or the list of entities of the same frame`;
        expect(errors).toEqual(action === 'dispose' ? [] : [refusal]);
        expect(loop.pending).toBe(0);
      }
    },
  );

  it.each(['beforeStep', 'always', 'priority', 'update'] as const)(
    'cannot call run of the loop in %s, even if the application drives both',
    (place) => {
      const [entity, player] = [thing('entity'), thing('player')];
      const runIn = (here: string): void => {
        if (here === place) loop.run({ budget: 10 });
      };
      const { errors, frame, loop } = stage({
        always: [player],
        beforeStep: () => runIn('beforeStep'),
        priority: () => {
          runIn('priority');
          return 1;
        },
        entities: [entity],
        update: (updated, elapsed) => {
          updated.updates.push(elapsed);
          runIn(updated === player ? 'always' : 'update');
        },
      });
      loop.submit(new Timer(() => {}, { after: 0 })); // uses up the budget, so that the frame makes one update without it
      frame.run({ elapsed: step, budget: 0 });
      expect(errors).toEqual(['EventLoop.run was called from a callback of the same loop']);
      expect([player.updates, entity.updates]).toEqual([[step], place === 'priority' ? [] : [step]]);
      loop.run({ budget: 10 });
    },
  );

  it('cannot call run of the loop while addToWindow asks the policy', () => {
    const [first, second] = [thing('first'), thing('second')];
    const { errors, frame, loop } = stage({
      entities: [first],
      priority: ({ name }) => {
        if (name === 'second') loop.run({ budget: 10 });
        return 1;
      },
    });
    frame.tick();
    loop.submit(new Task(() => loop.stop()), Number.MAX_VALUE); // runs after the ranking
    loop.run({ budget: 10 });
    loop.start();
    frame.addToWindow(second);
    expect(errors).toEqual(['EventLoop.run was called from a callback of the same loop']);
    loop.run({ budget: 10 });
    expect(first.updates).toEqual([step]);
  });

  it('cannot call run and tick from a step', () => {
    const { errors, frame } = stage({
      beforeStep: () => frame.run({ elapsed: step, budget: 1 }),
      always: [thing('player')],
    });
    frame.run({ elapsed: step, budget: 1 });
    expect(errors).toEqual(['Frame.run was called from a step of the same frame']);
    expect([frame.stats.steps, frame.alpha]).toEqual([1, 0]);
  });

  it.each(['priority', 'entities', 'beforeStep', 'always', 'update'] as const)(
    'may dispose the frame or the loop in %s',
    (place) => {
      for (const victim of ['frame', 'loop'] as const) {
        const [a, b, player] = [thing('a'), thing('b'), thing('player')];
        const end = (here: string): void => {
          if (here === place) (victim === 'frame' ? frame : loop).dispose();
        };
        const { errors, frame, loop } = stage({
          always: [player],
          beforeStep: () => end('beforeStep'),
          update: (entity, elapsed) => {
            entity.updates.push(elapsed);
            end(entity === player ? 'always' : 'update');
          },
          priority: () => {
            end('priority');
            return 1;
          },
          entities: {
            *[Symbol.iterator]() {
              yield a;
              end('entities');
              yield b;
            },
          },
          maxStep: step,
        });
        frame.run({ elapsed: 2 * step, budget: 10 });
        expect([victim, errors]).toEqual([victim, []]);
        expect(a.updates.length + b.updates.length).toBe(place === 'update' ? 1 : 0);
        expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('is disposed');
      }
    },
  );
});

describe('a batch', () => {
  it('does not accept a timer', () => {
    const { loop } = stage();
    const timer = new Timer(() => {}, { after: 1 });
    expect(() => loop.batch().submit(timer as unknown as Task, 1)).toThrow(
      'Batch.submit: task must be a Task, got',
    );
    expect(loop.pendingTimers).toBe(0);
  });
});
