import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Stage, type Thing, stage, step, sum, thing } from './recorded-things.test.setup.ts';

describe('a list of entities that throws', () => {
  it('keeps the time of all its entities pending', () => {
    const orders = fc.array(fc.tuple(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), fc.nat(8)), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(orders, (given) => {
        const all = Array.from({ length: 4 }, thing);
        let [order, failsAt] = [[0, 1, 2, 3], Infinity];
        const entities = {
          *[Symbol.iterator]() {
            for (const [place, index] of order.entries()) {
              if (place === failsAt) throw new Error('list');
              yield all[index]!;
            }
          },
        };
        const { frame, run } = stage({ entities });
        run();
        for ([order, failsAt] of given) run();
        failsAt = Infinity;
        run();
        for (const { updates } of all) expect(sum(updates)).toBe(frame.now);
        run();
        expect(frame.stats).toMatchObject({ pace: 1, lostTime: 0 });
      }),
    );
  });

  it('does not take back an entity that has moved to another frame, wherever the iterator fails', () => {
    const order = fc.constantFrom([0, 1], [1, 0]);
    const failures = fc.array(fc.record({ failsAt: fc.nat(3), isMixed: fc.boolean() }), { maxLength: 5 });
    fc.assert(
      fc.property(order, fc.nat(2), failures, fc.nat(2), (given, moved, rounds, pause) => {
        const all = Array.from({ length: 3 }, thing);
        const lists = [[...all], [] as Thing[]];
        let failsAt = Infinity;
        const failing = {
          *[Symbol.iterator]() {
            for (const [place, entity] of lists[0]!.entries()) {
              if (place === failsAt) throw new Error('list');
              yield entity;
            }
            if (failsAt < Infinity) throw new Error('list');
          },
        };
        const stages: Stage[] = [failing, lists[1]!].map((entities, index) =>
          stage({ entities, initialAge: (entity) => stages[1 - index]!.frame.ageOf(entity) }),
        );
        const run = (): void => {
          for (const index of given) stages[index]!.run();
        };
        run();
        const [mover] = lists[0]!.splice(moved, 1) as [Thing];
        lists[1]!.push(mover);
        for (let i = 0; i < pause; i++) run();
        for (const { failsAt: at, isMixed } of rounds) {
          failsAt = at;
          if (isMixed) lists[0]!.reverse();
          run();
          expect(stages[1]!.frame.ageOf(mover)).toBe(0);
          expect(sum(mover.updates)).toBe(stages[1]!.frame.now);
        }
        failsAt = Infinity;
        for (let i = 0; i < 2; i++) run();
        for (const { updates } of all) expect(sum(updates)).toBe(stages[1]!.frame.now);
        for (const { frame } of stages) expect(frame.stats).toMatchObject({ pace: 1, lostTime: 0 });
      }),
    );
  });

  it('lowers the pace until a window reads it without an error', () => {
    let fails = false;
    const entity = thing();
    const entities = {
      *[Symbol.iterator]() {
        if (fails) throw new Error('list');
        yield entity;
      },
    };
    const { errors, frame, run } = stage({ entities });
    run();
    fails = true;
    for (let i = 0; i < 3; i++) run();
    expect([frame.stats.pace, frame.ageOf(entity), errors.length]).toEqual([1 / 3, 3 * step, 3]);
    fails = false;
    for (let i = 0; i < 2; i++) run();
    expect([frame.stats.pace, frame.stats.windows, entity.updates]).toEqual([1, 3, [step, 4 * step, step]]);
  });
});
