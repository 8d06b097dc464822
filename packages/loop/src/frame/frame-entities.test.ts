import { describe, expect, it } from 'vitest';
import { stage, step, thing, type Thing } from './frame-stage.test.setup.ts';

describe('entities', () => {
  it('that are not objects are reported and left out, and the others are updated as usual', () => {
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

  it('are not read before the first window, so the iterable may use the frame', () => {
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
