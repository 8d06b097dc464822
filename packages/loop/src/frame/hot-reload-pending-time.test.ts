import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import type { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { livingFrame } from './living-frame.test.setup.ts';

it.each([1, 2, 4])(
  'an entity that moves between the lists around hot reloads receives real time, with %s steps per window',
  (stepsPerWindow) => {
    const period = 1000 / 60;
    const entity = { receivedTime: 0 };
    const [entities, always] = [new Set([entity]), new Set<typeof entity>()];
    const create = (replaces?: Frame<typeof entity>): Frame<typeof entity> =>
      livingFrame({
        entities,
        always,
        stepsPerWindow,
        replaces,
      });
    let frame = create();
    let total = 0;
    const run = (steps: number): void => {
      for (let i = 0; i < steps; i++) frame.run({ elapsed: period + 1e-9, budget: 1000 });
      total += steps * period;
    };
    const move = (from: Set<typeof entity>, to: Set<typeof entity>): void => {
      from.delete(entity);
      to.add(entity);
    };
    for (let round = 0; round < 5; round++) {
      // The last step begins a window, and the entity receives the time of the whole window.
      run(4 * stepsPerWindow + 1);
      move(entities, always);
      run(2 * stepsPerWindow);
      frame.dispose();
      frame = create(frame);
      run(4 * stepsPerWindow);
      move(always, entities);
      run(4 * stepsPerWindow);
      const ahead = (entity.receivedTime - total) / period;
      expect(ahead).toBeGreaterThan(-stepsPerWindow);
      expect(ahead).toBeLessThan(stepsPerWindow - 0.999);
    }
  },
);

it('two frames that ask each other for ages keep the time that was pending before a hot reload', () => {
  const all = [{ receivedTime: 0 }, { receivedTime: 0 }];
  let frames: Frame<{ receivedTime: number }>[] = [];
  let loop = new EventLoop({ host: { now: () => 0 } });
  const create = (replaced: readonly Frame<{ receivedTime: number }>[]): void => {
    frames = all.map((entity, i) => {
      const frame = livingFrame({
        rate: 100,
        entities: [entity],
        initialAge: (one) => frames[1 - i]?.ageOf(one),
        replaces: replaced[i],
      });
      frame.attach(loop);
      return frame;
    });
  };
  const tick = (): void => frames.forEach((frame) => frame.tick());
  create([]);
  for (let i = 0; i < 3; i++) {
    tick();
    loop.run();
  }
  for (let i = 0; i < 5; i++) tick(); // pending
  loop.dispose();
  loop = new EventLoop({ host: { now: () => 0 } });
  create(frames);
  for (let i = 0; i < 3; i++) {
    tick();
    loop.run();
  }
  expect(all.map(({ receivedTime }) => receivedTime)).toEqual([110, 110]);
});

it.each([1, 2, 3, 5])(
  'an entity that moves to `always` in step %i of the new frame, before its first window, loses no time',
  (moves) => {
    const entity = { receivedTime: 0 };
    const [entities, always] = [new Set([entity]), new Set<typeof entity>()];
    let steps = 0;
    const create = (replaces?: Frame<typeof entity>): Frame<typeof entity> =>
      livingFrame({
        rate: 100,
        entities,
        always,
        replaces,
        beforeStep: () => {
          if (++steps !== 10 + moves) return;
          entities.delete(entity);
          always.add(entity);
        },
      });
    const old = create();
    for (let i = 0; i < 10; i++) old.run({ elapsed: 10, budget: 5 });
    old.dispose();
    const frame = create(old);
    frame.run({ elapsed: 50, budget: 5 });
    frame.run({ elapsed: 10, budget: 5 });
    expect(entity.receivedTime).toBe(old.now + frame.now);
  },
);

it('an entity that moves to `always` before the new frame reads its list keeps its pending time', () => {
  const entity = { receivedTime: 0 };
  const [entities, always] = [new Set([entity]), new Set<typeof entity>()];
  const loop = new EventLoop({ host: { now: () => 0 } });
  const create = (replaces?: Frame<typeof entity>): Frame<typeof entity> => {
    const frame = livingFrame({ rate: 100, entities, always, replaces });
    frame.attach(loop);
    return frame;
  };
  const old = create();
  old.tick();
  loop.run();
  for (let i = 0; i < 7; i++) old.tick(); // pending
  old.dispose();
  const frame = create(old);
  frame.tick();
  entities.delete(entity); // the first window begins without it
  always.add(entity);
  loop.run();
  frame.tick();
  expect(entity.receivedTime).toBe(100);
});

it.each([false, true])(
  'a new entity of a list that is read late keeps its time (hot reload: %s)',
  (isReloaded) => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const [old, fresh] = [{ receivedTime: 0 }, { receivedTime: 0 }];
    const entities = [old];
    const create = (replaces?: Frame<typeof old>): Frame<typeof old> => {
      const frame = livingFrame({ rate: 10, entities, replaces });
      frame.attach(loop);
      return frame;
    };
    let frame = create();
    frame.tick();
    host.advanceTo(50); // the list is read once
    entities.push(fresh);
    for (let i = 0; i < 5; i++) frame.tick(); // there is no time to read it again
    if (isReloaded) {
      const replaced = frame;
      frame = create(replaced);
      replaced.dispose();
    }
    for (const time of [100, 200]) {
      frame.tick();
      host.advanceTo(time);
    }
    expect([old.receivedTime, fresh.receivedTime]).toEqual([800, 700]);
  },
);

const event = fc.record({
  pendingSteps: fc.integer({ min: 0, max: 6 }),
  reloads: fc.integer({ min: 0, max: 2 }),
  stepsOfNewFrame: fc.integer({ min: 0, max: 4 }),
  moved: fc.subarray([0, 1, 2]),
});

it('entities receive real time, whatever is pending at hot reloads and whichever entities change their list', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 4), fc.array(event, { maxLength: 12 }), (stepsPerWindow, events) => {
      const all = [0, 1, 2].map(() => ({ receivedTime: 0 }));
      const [entities, always] = [new Set(all), new Set<(typeof all)[0]>()];
      const create = (replaces?: Frame<(typeof all)[0]>): Frame<(typeof all)[0]> =>
        livingFrame({
          rate: 100,
          entities,
          always,
          stepsPerWindow,
          replaces,
        });
      let frame = create();
      let steps = 0;
      const run = (count: number, budget: number): void => {
        for (let i = 0; i < count; i++) frame.run({ elapsed: 10, budget });
        steps += count;
      };
      run(2 * stepsPerWindow, 1000);
      for (const { moved, pendingSteps, reloads, stepsOfNewFrame } of events) {
        run(pendingSteps, 0);
        for (let i = 0; i < reloads; i++) {
          frame.dispose();
          frame = create(frame);
          run(stepsOfNewFrame, 0);
        }
        for (const one of moved.map((i) => all[i]!)) {
          const [from, to] = entities.has(one) ? [entities, always] : [always, entities];
          from.delete(one);
          to.add(one);
        }
        run(2 * stepsPerWindow + 1, 1000);
        for (const { receivedTime } of all) {
          expect(receivedTime / 10 - steps).toBeGreaterThan(-stepsPerWindow);
          expect(receivedTime / 10 - steps).toBeLessThan(stepsPerWindow - 0.999);
        }
      }
    }),
    { numRuns: runs({ gate: 200, long: 20_000 }) },
  );
});
