import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { type Thing, stage, step, sum, thing } from './recorded-things.test.setup.ts';

describe('a new entity', () => {
  it('receives the time since the list was read last if that is longer than a window', () => {
    const entity = thing();
    const entities: Thing[] = [];
    const { frame, run } = stage({ entities });
    for (let i = 0; i < 3; i++) run();
    entities.push(entity);
    frame.tick();
    run();
    expect(entity.updates).toEqual([2 * step]);
  });

  it('receives all the time since its last update according to initialAge', () => {
    const [late, early] = [thing(), thing()];
    const entities: Thing[] = [late];
    const { frame, run } = stage({ entities, initialAge: (entity) => (entity === late ? 70 : undefined) });
    run();
    entities.push(early);
    run();
    expect(late.updates).toEqual([70, step]);
    expect(early.updates).toEqual([step]);
    expect(frame.stats).toMatchObject({ pace: 1, lostTime: 0 });
  });

  it('leads to one call of initialAge each time it joins', () => {
    const asked: Thing[] = [];
    const entities = [thing(), thing()];
    const [, second] = entities;
    const { run } = stage({ entities, initialAge: (entity) => void asked.push(entity) });
    run();
    run();
    entities.pop();
    run();
    entities.push(second!);
    run();
    expect(asked).toEqual([...entities, second]);
  });

  it('receives the time that initialAge returns in addToWindow, too', () => {
    const [parent, child] = [thing(), thing()];
    const entities = [parent];
    const { frame, run } = stage({
      entities,
      initialAge: (entity) => (entity === child ? 45 : step),
      update: (entity, elapsed) => {
        entity.updates.push(elapsed);
        if (entity === child || frame.stats.steps !== 2) return;
        entities.push(child);
        frame.addToWindow(child);
      },
    });
    for (let i = 0; i < 3; i++) run();
    expect(child.updates).toEqual([45, step]);
    expect(frame.stats.pace).toBe(1);
  });

  it('receives the time of one window if initialAge throws or returns an invalid age', () => {
    const results: (() => number)[] = [
      () => NaN,
      () => -1,
      () => {
        throw new Error('initialAge');
      },
    ];
    const entities = results.map(thing);
    const { errors, run } = stage({ entities, initialAge: (entity) => results[entities.indexOf(entity)]!() });
    run();
    for (const { updates } of entities) expect(updates).toEqual([step]);
    expect(errors).toEqual([
      'Frame: initialAge must be a finite number from 0 to 1e+100, got NaN',
      'Frame: initialAge must be a finite number from 0 to 1e+100, got -1',
      'initialAge',
    ]);
  });
});

describe('entities that move between frames', () => {
  it('lose no time, whatever the load', () => {
    const moves = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 9 }), (given, cost) => {
        const all = Array.from({ length: 10 }, thing);
        const ages = new Map<Thing, number>();
        const lists = [[...all], [] as Thing[]];
        const stages = lists.map((entities) =>
          stage({ entities, initialAge: (entity) => ages.get(entity) }, cost),
        );
        for (const { run } of stages) run();
        for (const [index, isRun] of given) {
          const from = lists.findIndex((list) => list.includes(all[index]!));
          const giver = stages[from]!.frame;
          // The age at the next step, in which the other frame finds the entity.
          ages.set(all[index]!, giver.ageOf(all[index]!)! + step);
          lists[from]!.splice(lists[from]!.indexOf(all[index]!), 1);
          lists[1 - from]!.push(all[index]!);
          for (let i = 0; i < (isRun ? 3 : 1); i++) for (const { run } of stages) run();
        }
        for (const entity of all) {
          const { frame } = stages[lists.findIndex((list) => list.includes(entity))]!;
          expect(sum(entity.updates) + frame.ageOf(entity)!).toBeCloseTo(frame.now, 6);
        }
      }),
    );
  });

  it.each(['the older frame', 'the newer frame'])(
    'receive all their time if one frame is created later and %s runs first',
    (first) => {
      for (const stepsAlone of [1, 2, 7])
        for (const roundsBefore of [0, 1, 5])
          for (const isFromNewer of [false, true]) {
            const entity = { receivedTime: 0 };
            const lists = [[entity], [] as (typeof entity)[]];
            const [olderList, newerList] = isFromNewer ? lists.toReversed() : lists;
            const frames: Record<string, Frame<typeof entity>> = {};
            const create = (entities: (typeof entity)[], other: string): Frame<typeof entity> =>
              new Frame({
                rate: 100,
                entities,
                priority: () => 1,
                update: (one, elapsed) => (one.receivedTime += elapsed),
                initialAge: (one) => frames[other]?.ageOf(one),
              });
            const run = (name: string): void => frames[name]!.run({ elapsed: 10, budget: 50 });
            const rounds = (count: number): void => {
              const order = ['the older frame', 'the newer frame'].toSorted((one) =>
                one === first ? -1 : 1,
              );
              for (let i = 0; i < count; i++) order.forEach(run);
            };
            frames['the older frame'] = create(olderList!, 'the newer frame');
            for (let i = 0; i < stepsAlone; i++) run('the older frame');
            frames['the newer frame'] = create(newerList!, 'the older frame');
            rounds(roundsBefore);
            const [from, to] = lists;
            to!.push(...from!.splice(0));
            rounds(4);
            expect({ stepsAlone, roundsBefore, isFromNewer, receivedTime: entity.receivedTime }).toEqual({
              stepsAlone,
              roundsBefore,
              isFromNewer,
              receivedTime: 10 * (roundsBefore + 4 + (isFromNewer ? 0 : stepsAlone)),
            });
          }
    },
  );

  it('receive all their time if initialAge asks the other frame, whichever frame runs first, even if they move in every step', () => {
    const moves = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 60,
    });
    const driver = fc.constantFrom('run', 'run on one loop', 'everyFrame');
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 9 }), fc.constantFrom(1, 3), driver, (...given) => {
        const [route, cost, stepsPerWindow, by] = given;
        const all = Array.from({ length: 5 }, thing);
        const lists = [[...all], [] as Thing[]];
        const host = new VirtualHost();
        const loop = new EventLoop({ host });
        const frames: Frame<Thing>[] = lists.map((entities, index) => {
          const frame = new Frame<Thing>({
            entities,
            rate: 100,
            stepsPerWindow,
            priority: (_, age) => age,
            update: (entity, elapsed) => {
              entity.updates.push(elapsed);
              host.spend(cost / 2);
            },
            initialAge: (entity) => frames[1 - index]!.ageOf(entity),
          });
          if (by === 'run') frame.attach(new EventLoop({ host: { now: () => host.now() } }));
          else if (by === 'run on one loop') frame.attach(loop);
          else everyFrame(loop, { simulate: frame });
          return frame;
        });
        const run = (): void => {
          if (by === 'everyFrame') return host.advanceTo(host.now() + step * stepsPerWindow);
          for (let i = 0; i < stepsPerWindow; i++) {
            for (const frame of frames) frame.run({ elapsed: step, budget: step / 2 });
          }
        };
        run();
        for (const [index, pause] of route) {
          const entity = all[index]!;
          const [from, to] = lists[0]!.includes(entity) ? [lists[0]!, lists[1]!] : [lists[1]!, lists[0]!];
          from.splice(from.indexOf(entity), 1);
          to.push(entity);
          for (let i = 0; i < pause; i++) run();
        }
        const [frame] = frames;
        for (const [index, list] of lists.entries()) {
          for (const entity of list) {
            const ahead = (stepsPerWindow - 1) * step; // since the first update, see the option stepsPerWindow
            const age = frames[index]!.ageOf(entity)!;
            expect(sum(entity.updates) + age - frame!.now).toBeCloseTo(
              entity.updates.length > 0 ? ahead : 0,
              6,
            );
          }
        }
      }),
    );
  });

  it('are no longer updated by the former frame, and count as cancelled there', () => {
    const loop = new EventLoop({ host: new VirtualHost() });
    const [first, second] = [thing(), thing()];
    const lists = [[first, second], [] as Thing[]];
    const by: [Thing, number][] = [];
    const frames: Frame<Thing>[] = lists.map((entities, index) => {
      const frame = new Frame<Thing>({
        entities,
        rate: 100,
        priority: () => -index,
        update: (entity) => by.push([entity, index]),
        initialAge: (entity) => frames[1 - index]!.ageOf(entity),
      });
      frame.attach(loop);
      return frame;
    });
    const [giver, taker] = frames as [Frame<Thing>, Frame<Thing>];
    giver.run({ elapsed: step, budget: 0 }); // makes one update
    lists[1]!.push(lists[0]!.pop()!);
    taker.run({ elapsed: step, budget: 5 });
    expect(by).toEqual([
      [first, 0],
      [second, 1],
    ]);
    expect(giver.stats).toMatchObject({ submitted: 2, updated: 1, cancelled: 1 });
    giver.run({ elapsed: step, budget: 5 });
    expect(giver.stats).toMatchObject({ submitted: 3, updated: 2, cancelled: 1 });
  });

  it('receive all their time if initialAge computes it from the clock of the frame, or from an earlier age', () => {
    const [created, moved] = [thing(), thing()];
    const entities: Thing[] = [];
    const { frame, run } = stage({
      entities,
      initialAge: (entity, elapsed) => (entity === created ? frame.now - 2 * step : 5 + elapsed),
    });
    for (let i = 0; i < 3; i++) run();
    entities.push(created, moved);
    run();
    expect([created.updates, moved.updates]).toEqual([[2 * step], [5 + step]]);
  });

  it('have no age in a frame that does not list them', () => {
    const entity = thing();
    const entities = [entity];
    const { frame, run } = stage({ entities });
    expect(frame.ageOf(entity)).toBeUndefined();
    run();
    expect(frame.ageOf(entity)).toBe(0);
    frame.tick();
    expect(frame.ageOf(entity)).toBe(step);
    entities.pop();
    run();
    expect(frame.ageOf(entity)).toBeUndefined();
    frame.dispose();
    expect(frame.ageOf(entity)).toBeUndefined();
  });
});

it.each([0.5, 100, 5000])(
  'an initial age of up to 1e100 ms is used, and a longer one is an error, at %d Hz',
  (rate) => {
    for (const age of [1e100, 1e101, 1.7e308, Number.MAX_VALUE]) {
      const entity = thing();
      const entities: Thing[] = [];
      const { errors, frame } = stage({ entities, rate, initialAge: () => age });
      entities.push(entity);
      frame.run({ elapsed: 1000 / rate, budget: step });
      const text = `Frame: initialAge must be a finite number from 0 to 1e+100, got ${age}`;
      expect([entity.updates, errors]).toEqual(age > 1e100 ? [[1000 / rate], [text]] : [[age], []]);
    }
  },
);
