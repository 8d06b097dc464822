import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';

interface Thing {
  receivedTime: number;
}

interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly frame: Frame<Thing>;
  readonly errors: string[];
  readonly run: (steps?: number, budget?: number) => void;
}

function stage(options: Partial<FrameOptions<Thing>>): Stage {
  const host = new VirtualHost();
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(String(error)) });
  const frame = new Frame<Thing>({
    entities: [],
    rate: 100,
    priority: (_, age) => age,
    update: (entity, elapsed) => void (entity.receivedTime += elapsed),
    ...options,
  });
  frame.attach(loop);
  const run = (steps = 1, budget = 5): void => frame.run({ elapsed: steps * 10, budget });
  return { host, loop, frame, errors, run };
}

const thing = (): Thing => ({ receivedTime: 0 });

interface Failing {
  readonly maxStep: (entity: Thing) => number;
  /** The entities for which `maxStep` fails. */
  readonly whom: Set<Thing>;
}

/**
 * For the entities in `whom`, `maxStep` throws `how` if it is an Error, and otherwise returns it.
 */
function failing(how: unknown = new Error('no step'), longest = Infinity): Failing {
  const whom = new Set<Thing>();
  const maxStep = (entity: Thing): number => {
    if (!whom.has(entity)) return longest;
    if (how instanceof Error) throw how;
    return how as number;
  };
  return { maxStep, whom };
}

describe('if maxStep fails', () => {
  it.each([
    [new Error('no step'), 'Error: no step'],
    [NaN, 'RangeError: Frame: maxStep must be a finite number > 0 or Infinity, got NaN'],
    [0, 'RangeError: Frame: maxStep must be a finite number > 0 or Infinity, got 0'],
  ])('the entity is not updated, and its time stays pending (%s)', (how, message) => {
    const [entity, other] = [thing(), thing()];
    const { maxStep, whom } = failing(how);
    const { errors, frame, run } = stage({ entities: [entity, other], maxStep });
    run();
    whom.add(entity);
    for (let i = 0; i < 3; i++) run();
    expect([entity.receivedTime, frame.ageOf(entity), other.receivedTime]).toEqual([10, 30, 40]);
    expect(frame.stats).toMatchObject({ lostTime: 0, submitted: 8, updated: 5, cancelled: 3 });
    expect(errors).toEqual([message, message, message]);
    whom.clear();
    for (let i = 0; i < 2; i++) run();
    expect([entity.receivedTime, frame.ageOf(entity), frame.stats.pace]).toEqual([60, 0, 1]);
  });

  it('again and again, other entities are updated, even if more important tasks use up each budget', () => {
    const [entity, other] = [thing(), thing()];
    const { maxStep, whom } = failing();
    const { frame, loop, run } = stage({ entities: [entity, other], maxStep });
    whom.add(entity);
    const again: Task = new Task(() => loop.submit(again, 1e9));
    loop.submit(again, 1e9);
    for (let i = 0; i < 10; i++) run(1, 0);
    expect([entity.receivedTime, frame.ageOf(entity), other.receivedTime]).toEqual([0, 100, 100]);
  });

  it('for an entity that moves to always, the entity receives its steps, and its pending time when maxStep returns a number', () => {
    const [entity, always] = [thing(), [] as Thing[]];
    const { maxStep, whom } = failing();
    const entities = [entity];
    const { errors, frame, run } = stage({ entities, always, maxStep });
    whom.add(entity);
    run(5);
    always.push(...entities.splice(0));
    for (let i = 0; i < 3; i++) run();
    expect([entity.receivedTime, frame.stats.lostTime, errors.length]).toEqual([30, 0, 4]);
    whom.clear();
    for (let i = 0; i < 2; i++) run();
    expect([entity.receivedTime, frame.stats.pace]).toEqual([100, 1]);
  });

  it('because it has disposed of the frame, the entity is not updated', () => {
    const entity = thing();
    const { frame, run } = stage({
      entities: [entity],
      maxStep: () => {
        frame.dispose();
        return 1;
      },
    });
    run();
    expect([entity.receivedTime, frame.stats]).toMatchObject([0, { submitted: 1, updated: 0, cancelled: 1 }]);
  });

  it('at any time, all time is received or pending, even for entities that move to and from always', () => {
    const round = fc.record({
      fails: fc.subarray([0, 1, 2]),
      inAlways: fc.subarray([0, 1, 2]),
      steps: fc.integer({ min: 1, max: 3 }),
      rate: fc.option(fc.constantFrom(50, 100, 200), { nil: undefined, freq: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(round, { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(4),
        (rounds, stepsPerWindow, cost) => {
          const all = [thing(), thing(), thing()];
          const [entities, always] = [new Set(all), new Set<Thing>()];
          const { maxStep, whom } = failing(NaN, 1e6);
          const { frame, host, loop } = stage({
            entities,
            always,
            maxStep,
            stepsPerWindow,
            update: (entity, elapsed) => {
              entity.receivedTime += elapsed;
              host.spend(cost);
            },
          });
          const run = (steps: number, budget: number): void =>
            frame.run({ elapsed: (steps * 1000) / frame.rate, budget });
          run(stepsPerWindow, 1000);
          for (const { fails, inAlways, rate, steps } of rounds) {
            whom.clear();
            for (const index of fails) whom.add(all[index]!);
            for (const [index, each] of all.entries()) {
              const [to, from] = inAlways.includes(index) ? [always, entities] : [entities, always];
              if (from.delete(each)) to.add(each);
            }
            if (rate !== undefined) frame.attach(loop, rate);
            run(steps, 5);
          }
          whom.clear();
          for (let i = 0; i < 6; i++) run(stepsPerWindow, 1000);
          const mostAhead = (stepsPerWindow - 1) * 20;
          for (const { receivedTime } of all) {
            expect(receivedTime).toBeGreaterThan(frame.now - 1e-6);
            expect(receivedTime).toBeLessThan(frame.now + mostAhead + 1e-6);
          }
          const { cancelled, lostTime, pace, submitted, updated } = frame.stats;
          expect([lostTime, updated + cancelled]).toEqual([0, submitted]);
          expect(pace).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: runs({ gate: 150, long: 5000 }) },
    );
  });
});

it.each([1e-3, 1e-300, Number.MIN_VALUE])('no part of an update is 0 ms if maxStep is %o', (maxStep) => {
  const parts: number[] = [];
  const { run } = stage({ entities: [thing()], maxStep, update: (_, elapsed) => void parts.push(elapsed) });
  run();
  expect(parts.length).toBeGreaterThan(0);
  expect(Math.min(...parts)).toBeGreaterThan(0);
});

it('an entity also receives a step that is made while its maxStep is called', () => {
  const ball = thing();
  let isFirst = true;
  const { errors, frame, run } = stage({
    entities: [ball],
    maxStep() {
      if (isFirst) {
        isFirst = false;
        frame.tick();
      }
      return 100;
    },
  });
  for (let i = 0; i < 5; i++) run();
  expect(errors).toEqual([]);
  expect(ball.receivedTime + frame.ageOf(ball)!).toBeCloseTo(frame.now, 9);
  expect(frame.now).toBeCloseTo(60, 9);
});
