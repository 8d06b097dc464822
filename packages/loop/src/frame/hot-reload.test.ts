import { expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { type Thing, livingFrame } from './living-frame.test.setup.ts';

// A frame that has stopped, and a new frame that takes over its entities.

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
    `when a frame that is driven by ${by} has ended, its entities receive all steps of the next frame: %s`,
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
