import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

// A frame that has stopped, and a new frame that takes over its entities.

interface Thing {
  receivedTime: number;
}

const step = 10;

interface Game {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly frame: Frame<Thing>;
  readonly stop: () => void;
}

/** A game whose frame is driven by everyFrame or by its method `run`. Its updates need more time than there is. */
function play(
  entities: Thing[],
  stepsPerWindow: number,
  by: 'everyFrame' | 'run',
  initialAge?: (entity: Thing) => number | undefined,
  replaces?: Frame<Thing>,
): Game {
  const host = new VirtualHost();
  const loop = new EventLoop({ host: by === 'run' ? { now: () => host.now() } : host });
  const update = (thing: Thing, elapsed: number): void => {
    thing.receivedTime += elapsed;
    host.spend(3);
  };
  const frame = new Frame<Thing>({
    entities,
    rate: 1000 / step,
    stepsPerWindow,
    priority: (_, age) => age,
    initialAge,
    replaces,
    update,
  });
  if (by === 'run') frame.attach(loop);
  const stop = by === 'run' ? (): void => {} : everyFrame(loop, { simulate: frame });
  return { host, loop, frame, stop };
}

function advance({ frame, host, loop }: Game, steps: number): void {
  for (let i = 0; i < steps; i++) {
    if (typeof loop.host.wake === 'function') host.advanceTo(host.now() + step);
    else frame.run({ elapsed: step, budget: 5 });
  }
}

const endings: [string, (game: Game) => void][] = [
  ['its loop is disposed', ({ loop }) => loop.dispose()],
  ['its loop is stopped', ({ loop }) => loop.stop()],
  ['it is disposed', ({ frame }) => frame.dispose()],
  ['its everyFrame is stopped', ({ stop }) => stop()],
];

for (const by of ['everyFrame', 'run'] as const) {
  it.each(endings.slice(0, by === 'run' ? 3 : 4))(
    `entities of a frame that is driven by ${by} receive all steps of the frame that takes them over after %s`,
    (_, end) => {
      for (const stepsPerWindow of [1, 3]) {
        for (const steps of [1, 2, 5, 50]) {
          const things = Array.from({ length: 5 }, (): Thing => ({ receivedTime: 0 }));
          const old = play(things, stepsPerWindow, by);
          advance(old, steps);
          const before = things.map((thing) => thing.receivedTime + old.frame.ageOf(thing)!);
          end(old);
          const game = play(things, stepsPerWindow, by, (thing) => old.frame.ageOf(thing));
          for (let i = 0; i < 7; i++) {
            advance(game, 1);
            const { frame } = game;
            const receivedTime = things.map(
              (thing, index) => thing.receivedTime + frame.ageOf(thing)! - before[index]!,
            );
            for (const each of receivedTime) expect(each).toBeCloseTo(frame.now, 6);
          }
        }
      }
    },
  );
}

it.each(endings)(
  'entities receive all steps of three frames although the second one ends before it has read its list: %s',
  (_, end) => {
    for (const stepsPerWindow of [1, 3]) {
      const things = Array.from({ length: 5 }, (): Thing => ({ receivedTime: 0 }));
      const first = play(things, stepsPerWindow, 'everyFrame');
      advance(first, 7);
      const before = things.map((thing) => thing.receivedTime + first.frame.ageOf(thing)!);
      end(first);
      const second = play(things, stepsPerWindow, 'everyFrame', (thing) => first.frame.ageOf(thing));
      end(second);
      const third = play(things, stepsPerWindow, 'everyFrame', (thing) => second.frame.ageOf(thing));
      for (let i = 0; i < 7; i++) {
        advance(third, 1);
        const { frame } = third;
        const receivedTime = things.map(
          (thing, index) => thing.receivedTime + frame.ageOf(thing)! - before[index]!,
        );
        for (const each of receivedTime) expect(each).toBeCloseTo(frame.now, 6);
      }
    }
  },
);

it('entities continue in the frame that replaces theirs, also over several hot reloads', () => {
  const things = Array.from({ length: 5 }, (): Thing => ({ receivedTime: 0 }));
  const reload = (replaces?: Frame<Thing>): Game => play(things, 1, 'everyFrame', undefined, replaces);
  const first = reload();
  advance(first, 7);
  const before = things.map((thing) => thing.receivedTime + first.frame.ageOf(thing)!);
  first.loop.dispose();
  const second = reload(first.frame);
  second.loop.dispose(); // it has not read its list
  const third = reload(second.frame);
  advance(third, 7);
  const receivedTime = things.map(
    (thing, index) => thing.receivedTime + third.frame.ageOf(thing)! - before[index]!,
  );
  for (const each of receivedTime) expect(each).toBeCloseTo(third.frame.now, 6);
});

it.each([1, 3])(
  'entities keep the steps of a frame that has never read its list; %i steps per window',
  (stepsPerWindow) => {
    const lead = (stepsPerWindow - 1) * step; // by which an entity is ahead right after an update
    const thing: Thing = { receivedTime: 0 };
    const first = play([thing], stepsPerWindow, 'run');
    for (let i = 0; i < 6; i++) first.frame.tick(); // steps without updates
    first.frame.dispose();
    const second = play([thing], stepsPerWindow, 'run', undefined, first.frame);
    advance(second, 6);
    expect(thing.receivedTime + second.frame.ageOf(thing)!).toBeCloseTo(12 * step + lead, 6);
  },
);

it('the result of initialAge takes precedence over the age in the replaced frame', () => {
  const [one, other]: Thing[] = [{ receivedTime: 0 }, { receivedTime: 0 }];
  const first = play([one!, other!], 1, 'run');
  advance(first, 1);
  first.frame.dispose();
  const ages = new Map([[one!, 5 * step]]);
  const second = play([one!, other!], 1, 'run', (thing) => ages.get(thing), first.frame);
  advance(second, 1);
  const receivedTime = [one!, other!].map((thing) => thing.receivedTime + second.frame.ageOf(thing)!);
  expect(receivedTime).toEqual([6 * step, 2 * step]);
});

it('a frame that has not read its list passes on the steps that it has made', () => {
  const thing: Thing = { receivedTime: 0 };
  const first = play([thing], 1, 'run');
  advance(first, 3);
  first.frame.dispose();
  const second = play([thing], 1, 'run', (entity) => first.frame.ageOf(entity));
  second.frame.tick(); // a step without updates
  second.frame.dispose();
  const third = play([thing], 1, 'run', (entity) => second.frame.ageOf(entity));
  advance(third, 2);
  expect(thing.receivedTime + third.frame.ageOf(thing)!).toBeCloseTo(6 * step, 6);
});

it('entities of a frame that stops in its own step receive that step once', () => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const thing: Thing = { receivedTime: 0 };
  const lists = [[thing], [] as Thing[]];
  const frames: Frame<Thing>[] = lists.map(
    (entities, index) =>
      new Frame<Thing>({
        entities,
        rate: 1000 / step,
        priority: () => 1,
        initialAge: (entity) => frames[1 - index]!.ageOf(entity),
        update: (entity, elapsed) => void (entity.receivedTime += elapsed),
        beforeStep: (now) => {
          if (index === 1 || now < 5 * step) return;
          stops[0]!();
          lists[1]!.push(...lists[0]!.splice(0));
        },
      }),
  );
  const stops = frames.map((simulate) => everyFrame(loop, { simulate }));
  host.advanceTo(105);
  expect(thing.receivedTime).toBeCloseTo(frames[1]!.now, 6);
});

it('a disposed frame returns no age outside of initialAge', () => {
  const thing: Thing = { receivedTime: 0 };
  const game = play([thing], 1, 'run');
  advance(game, 1);
  expect(game.frame.ageOf(thing)).toBe(0);
  game.frame.dispose();
  expect(game.frame.ageOf(thing)).toBeUndefined();
});

/** A frame whose updates add the elapsed time to `receivedTime`. */
function livingFrame(options: Omit<FrameOptions<Thing>, 'priority' | 'update'>): Frame<Thing> {
  return new Frame<Thing>({
    priority: () => 1,
    update: (one, elapsed) => (one.receivedTime += elapsed),
    ...options,
  });
}

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
      run(4 * stepsPerWindow + 1); // updated at the start of a window, for all of it
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

it('the age in the replaced frame takes precedence over the age in a third frame that has not read its list', () => {
  const thing: Thing = { receivedTime: 0 };
  let isBroken = false;
  const loop = new EventLoop({ host: { now: () => 0 }, onError: () => {} });
  const others = {
    [Symbol.iterator](): Iterator<Thing> {
      if (isBroken) throw new Error('the list');
      return [][Symbol.iterator]();
    },
  };
  let other: Frame<Thing>;
  const create = (replaced?: readonly Frame<Thing>[]): [Frame<Thing>, Frame<Thing>] => {
    const frame = livingFrame({
      rate: 100,
      entities: [thing],
      initialAge: (one) => other.ageOf(one),
      replaces: replaced?.[0],
    });
    other = livingFrame({ rate: 100, entities: others, replaces: replaced?.[1] });
    frame.attach(loop);
    other.attach(loop);
    return [frame, other];
  };
  const run = (frames: readonly Frame<Thing>[]): void =>
    frames.forEach((frame) => frame.run({ elapsed: 10, budget: 5 }));
  const old = create();
  run(old);
  isBroken = true;
  run(old);
  isBroken = false;
  old.forEach((frame) => frame.dispose());
  run(create(old));
  expect(thing.receivedTime).toBe(30);
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
    for (let i = 0; i < 5; i++) frame.tick(); // and has no time to be read again
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

it('a replaced frame that never had the entity does not call its own initialAge', () => {
  const loop = new EventLoop({ host: new VirtualHost() });
  const traveler = { receivedTime: 0 };
  const lists = [[{ receivedTime: 0 }], [{ receivedTime: 0 }], [{ receivedTime: 0 }, traveler]];
  let frames: Frame<{ receivedTime: number }>[] = [];
  const load = (): void => {
    const old = frames;
    for (const frame of old) frame.dispose();
    frames = [];
    for (const [index, entities] of lists.entries()) {
      const frame = new Frame<{ receivedTime: number }>({
        entities,
        rate: 50,
        priority: () => 1,
        replaces: old[index],
        // Asks the frames that exist now, even after the frame with this option was replaced.
        initialAge: (entity) =>
          frames
            .filter((_, other) => other !== index)
            .map((other) => other.ageOf(entity))
            .find((age) => age !== undefined),
        update: (entity, elapsed) => {
          entity.receivedTime += elapsed;
        },
      });
      frame.attach(loop);
      frames.push(frame);
    }
  };
  const run = (elapsed: number): void => {
    for (const frame of frames) frame.run({ elapsed, budget: 5 });
  };
  load();
  for (let i = 0; i < 2; i++) run(20);
  for (let i = 0; i < 2; i++) load();
  run(100);
  run(20);
  lists[0]!.push(lists[2]!.pop()!);
  run(20);
  expect(traveler.receivedTime).toBe(180);
});
