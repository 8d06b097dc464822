import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';

interface Thing {
  name: string;
  priority: number;
  minRate: number;
  updates: number[];
}

const thing = (name: string, priority = 0, minRate = 0): Thing => ({ name, priority, minRate, updates: [] });

interface Stage {
  host: VirtualHost;
  loop: EventLoop;
  frame: Frame<Thing>;
  step: () => void;
}

/** A game in which each update takes `cost` ms. */
function stage(cost: number, options: Partial<FrameOptions<Thing>>): Stage {
  const host = new VirtualHost();
  const loop = new EventLoop({ host, onError: () => {} });
  const frame = new Frame<Thing>({
    entities: [],
    update: (entity, elapsed) => {
      entity.updates.push(elapsed);
      host.spend(cost);
    },
    priority: (entity) => entity.priority,
    minRate: (entity) => entity.minRate,
    rate: 100,
    ...options,
  });
  frame.attach(loop);
  return { host, loop, frame, step: () => frame.run({ elapsed: 10, budget: 10 }) };
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('Frame', () => {
  it('updates the most important entities first, and cancels the updates that a window does not reach', () => {
    const entities = [thing('far', 1), thing('near', 3), thing('middle', 2)];
    const { frame, step } = stage(5, { entities });
    step();
    expect(entities.map((entity) => entity.updates.length)).toEqual([0, 1, 1]);
    step();
    expect(frame.stats).toMatchObject({ windows: 2, submitted: 6, updated: 4, cancelled: 1, stretch: 1 });
  });

  it('updates each entity by the time since its own last update', () => {
    const far = thing('far', 0);
    const near = thing('near', 1);
    const { step } = stage(10, { entities: [far, near], maxStep: 1000 });
    step();
    step();
    near.priority = -1;
    step();
    expect(near.updates).toEqual([10, 10]);
    expect(far.updates).toEqual([30]);
  });

  it('splits a time above maxStep into equal parts, and cuts off a time above maxElapsed', () => {
    const entity = thing('entity');
    const entities = [entity];
    const { frame } = stage(0, { entities, maxStep: 30, maxElapsed: 80 });
    frame.run({ elapsed: 10, budget: 1 });
    for (let i = 0; i < 5; i++) frame.tick();
    frame.run({ elapsed: 0, budget: 1 });
    expect(entity.updates.slice(1)).toEqual([25, 25]);
    for (let i = 0; i < 50; i++) frame.tick();
    frame.run({ elapsed: 0, budget: 1 });
    expect(sum(entity.updates.slice(3))).toBeCloseTo(80);
  });

  it('updates the entities of `always` with the same sequence of steps at any load', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.integer({ min: 1, max: 40 }),
        (cost, count) => {
          const player = thing('player');
          const entities = Array.from({ length: count }, (_, i) => thing(`${i}`, i));
          const { host, loop, frame } = stage(cost / 10, { always: [player], entities });
          everyFrame(loop, { simulate: frame });
          host.advanceTo(300);
          expect(new Set(player.updates)).toEqual(new Set([10]));
          expect(player.updates.length).toBe(frame.stats.steps);
        },
      ),
    );
  });

  it('continues to update the other entities of always when one of them throws', () => {
    const second = thing('second');
    const { loop, step } = stage(0, {
      always: [thing('first'), second],
      update: (entity) => {
        if (entity.name === 'first') throw new Error('first');
        entity.updates.push(1);
      },
    });
    step();
    expect(second.updates.length).toBe(1);
    expect(loop.stats.failed).toBe(1);
  });

  it('updates the other entities when the policy fails for one', () => {
    const second = thing('second', 1);
    const { loop, step } = stage(0, { entities: [thing('first', NaN), second] });
    step();
    expect(second.updates.length).toBe(1);
    expect(loop.stats.failed).toBe(1);
  });

  it('updates entities that would miss their minimum rate first, however important other work is', () => {
    const stiff = thing('stiff', -1, 50);
    const entities = [stiff, ...Array.from({ length: 20 }, (_, i) => thing(`${i}`, 1000 + i))];
    const { frame, step } = stage(5, { entities });
    for (let i = 0; i < 100; i++) step();
    expect(stiff.updates.length).toBe(50);
    expect(frame.stats.stretch).toBe(1);
  });

  it('lowers all minimum rates by the same factor if they do not fit, and reports the factor as stretch', () => {
    const entities = [10, 20, 40].flatMap((rate) => Array.from({ length: 8 }, () => thing('stiff', 0, rate)));
    // 8 × (10 + 20 + 40) updates/s of 5 ms each need 2.8 times the available time.
    const { frame, step } = stage(5, { entities, maxStep: 1000, maxElapsed: 1000, minRateShare: 1 });
    for (let i = 0; i < 1000; i++) step();
    const stretches = entities.map(({ minRate, updates }) => (minRate * 10) / updates.length);
    expect(Math.min(...stretches)).toBeGreaterThan(2.3);
    expect(Math.max(...stretches)).toBeLessThan(3.3);
    expect(frame.stats.stretch).toBeGreaterThan(2);
  });

  it('has windows of several steps with stepsPerWindow', () => {
    const entity = thing('entity');
    const player = thing('player');
    const { frame, step } = stage(0, { always: [player], entities: [entity], stepsPerWindow: 2 });
    for (let i = 0; i < 6; i++) step();
    expect(player.updates).toEqual([10, 10, 10, 10, 10, 10]);
    expect(entity.updates).toEqual([20, 20, 20]);
    expect(frame.stats.windows).toBe(3);
  });

  it('calls beforeStep between updates, after the previous window has ended', () => {
    const log: string[] = [];
    const { step } = stage(0, {
      always: [thing('player')],
      entities: [thing('enemy')],
      beforeStep: (now) => log.push(`before ${now}`),
      update: (entity) => log.push(entity.name),
    });
    step();
    step();
    expect(log).toEqual(['before 10', 'player', 'enemy', 'before 20', 'player', 'enemy']);
  });

  it('updates entities that join, and forgets those that leave', () => {
    const a = thing('a');
    const b = thing('b');
    const entities = new Set([a, b]);
    const { step } = stage(0, { entities });
    step();
    entities.delete(b);
    step();
    step();
    entities.add(b);
    step();
    expect(a.updates.length).toBe(4);
    expect(b.updates).toEqual([10, 10]);
  });

  it('recognizes its entities in any order, even if some are listed twice', () => {
    const [a, b, c] = [thing('a'), thing('b'), thing('c')];
    const entities = [a, b, c];
    const { step } = stage(1, { entities });
    for (const order of [
      [a, b, c],
      [c, a, b],
      [b, b, c, a, b],
      [b, c, c, a],
      [a, b, c],
    ]) {
      entities.splice(0, Infinity, ...order);
      step();
    }
    for (const { updates } of [a, b, c]) expect(updates).toEqual([10, 10, 10, 10, 10]);
  });

  it('makes the steps that fit into the elapsed time, and one step after a long absence', () => {
    const { frame } = stage(0, {});
    frame.run({ elapsed: 25, budget: 0 });
    expect([frame.stats.steps, frame.alpha]).toEqual([2, 0.5]);
    frame.run({ elapsed: 60_000, budget: 0 });
    expect(frame.stats.steps).toBe(3);
  });

  it('runs on a loop of its own if none is attached', () => {
    const entity = thing('entity');
    const frame = new Frame({
      entities: [entity],
      update: (each: Thing) => each.updates.push(1),
      priority: () => 1,
    });
    frame.run({ elapsed: 17, budget: 5 });
    expect(entity.updates).toEqual([1]);
  });

  it('throws an error for options that are out of range', () => {
    const refuse =
      (options: Partial<FrameOptions<Thing>>): (() => Stage) =>
      () =>
        stage(0, options);
    expect(refuse({ rate: 0 })).toThrow(
      'Frame: rate must be a finite number from 0.000001 to 1000000, got 0',
    );
    for (const stepsPerWindow of [0, 1e7])
      expect(refuse({ stepsPerWindow })).toThrow(
        `Frame: stepsPerWindow must be a finite number from 1 to 1000000, got ${stepsPerWindow}`,
      );
    expect(refuse({ maxStep: NaN })).toThrow('got NaN');
    expect(refuse({ maxElapsed: 0 })).toThrow('got 0');
    expect(() => stage(0, {}).frame.run({ elapsed: NaN, budget: 1 })).toThrow('got NaN');
  });
});
