import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';

interface Thing {
  readonly cost: number;
  readonly priority: number;
  readonly updates: number[];
}

const thing = (cost = 0, priority = 0): Thing => ({ cost, priority, updates: [] });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly frame: Frame<Thing>;
  readonly errors: unknown[];
}

function stage(options: Partial<FrameOptions<Thing>>): Stage {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error) });
  const frame = new Frame<Thing>({
    entities: [],
    update: (entity, elapsed) => {
      entity.updates.push(elapsed);
      host.spend(entity.cost);
    },
    priority: (entity, age) => entity.priority + age / 1000,
    ...options,
  });
  frame.attach(loop);
  return { host, loop, frame, errors };
}

const step = 1000 / 60;

describe('the time that entities receive', () => {
  it('is real time even if the updates need 20 times the budget, in one call per update', () => {
    const entities = Array.from({ length: 1000 }, () => thing(0.1));
    const { frame } = stage({ entities });
    for (let i = 0; i < 600; i++) frame.run({ elapsed: step, budget: 5 });
    const receivedTime = sum(entities.flatMap(({ updates }) => updates));
    expect(receivedTime / (1000 * 10_000)).toBeGreaterThan(0.98);
    expect(frame.stats.pace).toBeGreaterThan(0.98);
    expect(frame.stats.pace).toBeLessThan(1);
    expect(frame.stats.lostTime).toBe(0);
    expect(Math.max(...entities.flatMap(({ updates }) => updates))).toBeGreaterThan(300);
  });

  it('is the simulated time minus lost and pending time, whatever the load and the limits are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.integer({ min: 0, max: 5 })), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.option(fc.double({ min: 10, max: 200, noNaN: true }), { nil: undefined }),
        fc.option(fc.double({ min: 5, max: 100, noNaN: true }), { nil: undefined }),
        (costs, runs, maxElapsed, maxStep) => {
          const entities = costs.map(([cost, priority]) => thing(cost, priority));
          const { frame } = stage({ entities, maxElapsed, maxStep });
          for (const elapsed of runs) frame.run({ elapsed, budget: 5 });
          const receivedTime = sum(entities.flatMap(({ updates }) => updates));
          const { skippedTime, steps } = frame.stats;
          // All entities exist since the first step.
          const pending = frame.now * entities.length - receivedTime - frame.stats.lostTime;
          expect(pending).toBeGreaterThan(-1e-6);
          expect(steps * step + frame.alpha * step + skippedTime).toBeCloseTo(sum(runs), 6);
          if (maxElapsed === undefined) expect(frame.stats.lostTime).toBe(0);
          for (const { updates } of entities) {
            if (maxStep !== undefined) expect(Math.max(0, ...updates)).toBeLessThanOrEqual(maxStep + 1e-6);
          }
        },
      ),
    );
  });

  it('is exactly the duration of a step for an entity that is updated in every step', () => {
    const entity = thing();
    const { frame } = stage({ entities: [entity] });
    for (let i = 0; i < 1000; i++) frame.run({ elapsed: step, budget: 5 });
    expect(new Set(entity.updates)).toEqual(new Set([step]));
  });

  it('is cut off only by maxElapsed, and the lost time is counted', () => {
    const [far, near] = [thing(0, 0), thing(5, 1000)];
    const { frame } = stage({ entities: [far, near], maxElapsed: 40 });
    for (let i = 0; i < 10; i++) frame.run({ elapsed: step, budget: 5 });
    (near as { priority: number }).priority = -1000;
    frame.run({ elapsed: step, budget: 5 });
    expect(far.updates).toEqual([40]);
    expect(frame.stats.lostTime).toBeCloseTo(11 * step - 40);
  });

  it('can be split into parts by a function of the entity', () => {
    const [stiff, soft] = [thing(), thing()];
    const maxStep = (entity: Thing): number => (entity === stiff ? step : Infinity);
    const { frame } = stage({ entities: [stiff, soft], maxStep });
    frame.run({ elapsed: 3 * step + 1e-9, budget: 5 });
    frame.run({ elapsed: 3 * step, budget: 5 });
    expect(soft.updates.slice(1)).toEqual([3 * step]);
    expect(stiff.updates).toHaveLength(6);
  });

  it('counts as lost if an update throws', () => {
    const entity = thing();
    const { errors, frame } = stage({
      entities: [entity],
      update: () => {
        throw new Error('update');
      },
    });
    frame.run({ elapsed: step, budget: 5 });
    expect(frame.stats.lostTime).toBeCloseTo(step);
    expect(errors.map(String)).toEqual(['Error: update']);
  });

  it('of an update in parts is lost for the part that throws and for the parts after it', () => {
    const entity = thing();
    let calls = 0;
    const { frame } = stage({
      entities: [entity],
      rate: 100,
      maxStep: 10,
      update: (_, elapsed) => {
        if (++calls === 3) throw new Error('the third part');
        entity.updates.push(elapsed);
      },
    });
    frame.run({ elapsed: 200, budget: 5 });
    // Eight of the 20 parts were to be made in this window, the greatest number per window.
    expect([calls, sum(entity.updates), frame.stats.lostTime, frame.ageOf(entity)]).toEqual([3, 20, 60, 120]);
    for (let i = 0; i < 4; i++) frame.run({ elapsed: 10, budget: 5 });
    expect([sum(entity.updates), frame.stats.lostTime, frame.ageOf(entity)]).toEqual([180, 60, 0]);
  });

  it('stays pending if the loop is disposed between two parts of an update', () => {
    const entity = thing();
    const { frame, loop } = stage({
      entities: [entity],
      rate: 100,
      maxStep: 10,
      update: (_, elapsed) => {
        entity.updates.push(elapsed);
        if (entity.updates.length === 2) loop.dispose();
      },
    });
    frame.run({ elapsed: 50, budget: 5 });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    for (let i = 0; i < 2; i++) frame.run({ elapsed: 10, budget: 5 });
    expect([sum(entity.updates), frame.ageOf(entity)]).toEqual([70, 0]);
  });

  it('is the simulated time minus lost and pending time if any part of any update throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 5, max: 50, noNaN: true }),
        fc.option(fc.double({ min: 20, max: 200, noNaN: true }), { nil: undefined }),
        fc.func(fc.boolean()),
        (runs, maxStep, maxElapsed, throws) => {
          const entities = [thing(), thing(1)];
          let calls = 0;
          const { frame } = stage({
            entities,
            maxStep,
            maxElapsed,
            update: ({ updates }, elapsed) => {
              if (throws(calls++)) throw new Error('a part');
              updates.push(elapsed);
            },
          });
          for (const elapsed of runs) frame.run({ elapsed, budget: 5 });
          const receivedTime = sum(entities.flatMap(({ updates }) => updates));
          const pending = sum(entities.map((entity) => frame.ageOf(entity) ?? 0));
          expect(receivedTime + frame.stats.lostTime + pending).toBeCloseTo(2 * frame.now, 6);
        },
      ),
    );
  });

  it('does not include absences, which make one step and are counted', () => {
    const entity = thing();
    const { frame } = stage({ entities: [entity] });
    frame.run({ elapsed: step, budget: 5 });
    frame.run({ elapsed: 60_000, budget: 5 });
    expect(frame.stats.steps).toBe(2);
    expect(frame.stats.skippedTime).toBeCloseTo(60_000 - step);
    expect(sum(entity.updates)).toBeCloseTo(2 * step);
  });

  it('is simulated at exactly the given rate', () => {
    for (const rate of [60, 59.94, 49, 7]) {
      const frame = new Frame({ entities: [], rate: 30, priority: () => 1, update: () => {} });
      expect(new Frame({ entities: [], rate, priority: () => 1, update: () => {} }).rate).toBe(rate);
      everyFrame(new EventLoop({ host: new VirtualHost() }), { simulate: frame, rate });
      expect(frame.rate).toBe(rate);
    }
  });

  it('does not include the elapsed of run while the loop is stopped', () => {
    const updates: number[] = [];
    const loop = new EventLoop({ host: new VirtualHost() });
    const frame = new Frame<object>({
      always: [{}],
      entities: [{}],
      rate: 100,
      priority: () => 1,
      update: (_, elapsed) => updates.push(elapsed),
    });
    frame.attach(loop);
    frame.run({ elapsed: 10, budget: 1 });
    loop.stop();
    for (const elapsed of [10, 40, 500, -1]) frame.run({ elapsed, budget: 1 });
    expect([updates, frame.stats.steps, frame.stats.skippedTime]).toEqual([[10, 10], 1, 550]);
    loop.start();
    frame.run({ elapsed: 10, budget: 1 });
    expect([updates, frame.stats.steps]).toEqual([[10, 10, 10, 10], 2]);
  });

  it('does not include the time of a hidden page, nor steps that everyFrame skips', () => {
    const entity = thing();
    const { frame, host, loop } = stage({ entities: [entity] });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(500);
    host.setVisible(false);
    host.advanceTo(3_600_500);
    host.setVisible(true);
    host.advanceTo(3_601_000);
    host.spend(1000);
    host.advanceTo(3_603_000);
    const { skippedTime, steps } = frame.stats;
    expect(steps * step + skippedTime).toBeGreaterThan(3_603_000 - 2 * step);
    expect(steps * step + skippedTime).toBeLessThan(3_603_000 + 2 * step);
    expect(sum(entity.updates)).toBeCloseTo(steps * step);
    expect(Math.max(...entity.updates)).toBeLessThan(6 * step);
  });
});

describe('several steps that are due at once', () => {
  it('share one window', () => {
    const near = thing(2, 1000);
    const entities = [near, ...Array.from({ length: 10 }, () => thing(2, 0))];
    const { frame } = stage({ entities });
    for (let i = 0; i < 60; i++) frame.run({ elapsed: 2.5 * step, budget: 5 });
    expect(frame.stats.steps).toBe(150);
    expect(frame.stats.windows).toBe(60);
    expect(near.updates).toHaveLength(60);
    expect(sum(near.updates)).toBeCloseTo(150 * step);
  });

  it('share one window when everyFrame makes up for a delay', () => {
    const entities = Array.from({ length: 5 }, () => thing(1));
    const { frame, host, loop } = stage({ entities });
    everyFrame(loop, { simulate: frame });
    loop.submit(new Task(() => host.spend(3 * step)), 1);
    host.advanceTo(20.5 * step);
    expect(frame.stats.windows).toBeLessThan(frame.stats.steps);
    expect(frame.stats.cancelled).toBeLessThanOrEqual(5);
    for (const { updates } of entities) expect(sum(updates)).toBeCloseTo(frame.now);
  });
});

describe('an entity that is created during an update', () => {
  it('can be updated in the same window, with the time of one window', () => {
    const child = thing();
    const parent = thing();
    const entities = [parent];
    const { frame } = stage({
      entities,
      stepsPerWindow: 2,
      update: (entity, elapsed) => {
        entity.updates.push(elapsed);
        if (entities.includes(child)) return;
        entities.push(child);
        frame.addToWindow(child);
        frame.addToWindow(child);
      },
    });
    for (let i = 0; i < 5; i++) frame.run({ elapsed: step, budget: 5 });
    expect(parent.updates).toEqual([2 * step, 2 * step, 2 * step]);
    expect(child.updates).toEqual([2 * step, 2 * step, 2 * step]);
    expect(frame.stats).toMatchObject({ submitted: 6, updated: 6, cancelled: 0 });
  });

  it('is updated once in the next window if addToWindow is called between two windows', () => {
    const entities = [thing()];
    const { frame } = stage({ entities });
    frame.run({ elapsed: step, budget: 5 });
    entities.push(thing());
    frame.addToWindow(entities[1]!);
    frame.run({ elapsed: step, budget: 5 });
    expect(entities[1]!.updates).toHaveLength(1);
  });

  it('is updated after entities of the same priority, and before less important ones', () => {
    const log: string[] = [];
    const child = { name: 'child', priority: 1 };
    const entities = [
      { name: 'first', priority: 2 },
      { name: 'equal', priority: 1 },
      { name: 'last', priority: 0 },
    ];
    const frame = new Frame<(typeof entities)[number]>({
      entities,
      priority: ({ priority }) => priority,
      update: ({ name }) => {
        log.push(name);
        if (name === 'first') frame.addToWindow(child);
      },
    });
    frame.run({ elapsed: step, budget: 50 });
    expect(log).toEqual(['first', 'equal', 'child', 'last']);
  });
});

describe('an elapsed of whole steps', () => {
  it.each([
    [50, 60, 3],
    [500, 60, 30],
    [100, 30, 3],
    [1000 / 60, 60, 1],
  ])('of %s ms makes its steps at %s Hz, whatever the rounding', (elapsed, rate, steps) => {
    const { frame } = stage({ rate, maxFrameTime: 1000 });
    for (let run = 1; run <= 500; run++) {
      frame.run({ elapsed, budget: 1 });
      expect(frame.stats.steps).toBe(run * steps);
      expect(frame.alpha).toBeCloseTo(0);
      expect(frame.alpha).toBeGreaterThanOrEqual(0);
    }
    expect(frame.now).toBeCloseTo(500 * elapsed);
  });
});
