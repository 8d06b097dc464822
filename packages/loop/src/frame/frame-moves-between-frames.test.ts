import { expect, test } from 'vitest';
import { everyFrame } from '../display/every-frame.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Timer } from '../event-loop/timer.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

/**
 * Two frames with one list each, and an entity that begins in the first list. For an entity that is new in its list, a frame asks the other frame for the
 * age.
 */
interface Pair {
  readonly frames: readonly Frame<{ receivedTime: number }>[];
  readonly lists: readonly { receivedTime: number }[][];
  readonly entity: { receivedTime: number };
  /** Makes a number of steps in each frame of `order`. Default: one step in each frame, the first frame first. */
  readonly run: (steps?: number, order?: readonly number[]) => void;
}

/** `always`: the list `always` of the second frame. */
function pair(
  stepsPerWindow: number,
  update: (frame: number) => void = () => {},
  always: readonly { receivedTime: number }[] = [],
): Pair {
  const entity = { receivedTime: 0 };
  const lists = [[entity], []];
  const frames: Frame<{ receivedTime: number }>[] = lists.map(
    (entities, index) =>
      new Frame<{ receivedTime: number }>({
        entities,
        always: index === 1 ? always : [],
        rate: 100,
        stepsPerWindow,
        priority: () => 1,
        initialAge: (each) => frames[1 - index]!.ageOf(each),
        update: (each, elapsed) => {
          each.receivedTime += elapsed;
          update(index);
        },
      }),
  );
  const host = new VirtualHost();
  for (const frame of frames) frame.attach(new EventLoop({ host: { now: () => host.now() } }));
  const run = (steps = 1, order: readonly number[] = [0, 1]): void => {
    for (const index of order) frames[index]!.run({ elapsed: steps * 10, budget: 1 });
  };
  return { frames, lists, entity, run };
}

function cross(lists: readonly object[][], from: number): void {
  lists[1 - from]!.push(...lists[from]!.splice(0));
}

test.each([
  [0, 1],
  [1, 0],
])(
  'an entity receives no step twice if its own update moves it to the other frame, and frame %d runs first',
  (...order) => {
    const { entity, frames, lists, run } = pair(1, (index) => {
      if (frames[index]!.stats.steps % 10 === 5 * index) cross(lists, index);
    });
    for (let i = 0; i < 105; i++) run(1, order);
    expect(entity.receivedTime).toBe(frames[0]!.now);
  },
);

test.each([
  [0, 1],
  [1, 0],
])(
  'an entity that moves before several steps, one of which begins a window, misses no step if frame %d runs first',
  (...order) => {
    const { entity, frames, lists, run } = pair(2);
    for (let i = 0; i < 3; i++) run(1, order);
    cross(lists, 0);
    for (const steps of [2, 1, 1]) run(steps, order);
    expect([entity.receivedTime, frames[1]!.now]).toEqual([80, 70]);
  },
);

test('an entity moves to a frame that begins later, and back, without a gap and without a step twice', () => {
  const { entity, frames, lists, run } = pair(1);
  run(20, [0]);
  for (let i = 0; i < 10; i++) {
    cross(lists, i % 2);
    for (let j = 0; j < 3; j++) run();
    expect(entity.receivedTime).toBe(frames[0]!.now);
  }
  expect([entity.receivedTime, frames[1]!.now]).toEqual([500, 300]);
});

test('an entity that moves into or out of a paused frame loses or gains at most the steps of one call', () => {
  const { entity, lists, run } = pair(1);
  for (const paused of [0, 1]) {
    run();
    const { receivedTime } = entity;
    run(20, [1 - paused]);
    const inPause = entity.receivedTime - receivedTime;
    cross(lists, 0);
    run();
    expect(Math.abs(entity.receivedTime - receivedTime - inPause - 10)).toBeLessThanOrEqual(10);
    cross(lists, 1);
    run();
  }
});

test('an entity that moves from another frame to always, and soon to entities, receives no step twice', () => {
  for (const steps of [1, 2, 3]) {
    const always: { receivedTime: number }[] = [];
    const { entity, frames, lists, run } = pair(1, () => {}, always);
    run(2);
    always.push(...lists[0]!.splice(0));
    for (let i = 0; i < steps; i++) run();
    lists[1]!.push(...always.splice(0));
    for (let i = 0; i < 3; i++) run();
    expect(entity.receivedTime).toBe(frames[1]!.now);
  }
});

test('an entity receives no step twice if it was in `always` of another frame between two windows', () => {
  for (const stay of [1, 4]) {
    const always: { receivedTime: number }[] = [];
    const { entity, frames, lists, run } = pair(1, () => {}, always);
    run(2);
    always.push(...lists[0]!.splice(0));
    run(stay, [1]);
    lists[0]!.push(...always.splice(0));
    expect(frames[0]!.ageOf(entity)).toBeUndefined();
    run(stay, [0]);
    for (let i = 0; i < 3; i++) run();
    expect(entity.receivedTime).toBe(frames[0]!.now);
    expect(frames[0]!.stats.pace).toBe(1);
  }
});

test('an entity receives no time twice and misses none on any way through the lists of two frames', () => {
  const places = ['entities 0', 'always 0', 'entities 1', 'always 1'] as const;
  const ways = places.flatMap((first) =>
    places.flatMap((second) => places.flatMap((third) => places.map((last) => [first, second, third, last]))),
  );
  for (const way of ways) {
    for (const stay of [1, 2, 3]) {
      const entity = { receivedTime: 0 };
      const lists = new Map(places.map((place) => [place, new Set<typeof entity>()]));
      const host = new VirtualHost();
      const loop = new EventLoop({ host });
      const frames: Frame<typeof entity>[] = [0, 1].map(
        (i) =>
          new Frame({
            entities: lists.get(`entities ${i as 0 | 1}`)!,
            always: lists.get(`always ${i as 0 | 1}`)!,
            rate: 50,
            priority: () => 1,
            initialAge: (one) => frames[1 - i]!.ageOf(one),
            update: (one, elapsed) => {
              one.receivedTime += elapsed;
            },
          }),
      );
      for (const frame of frames) frame.attach(loop);
      for (const place of way) {
        for (const list of lists.values()) list.delete(entity);
        lists.get(place)!.add(entity);
        for (let step = 0; step < stay; step++)
          for (const frame of frames) frame.run({ elapsed: 20, budget: 100 });
      }
      expect(entity.receivedTime, `${way.join(', ')}: ${stay} steps in each`).toBeCloseTo(80 * stay);
    }
  }
});

test.each([
  ['a timer that is due', 'timer'],
  ['`beforeStep` of the second frame', 'beforeStep'],
  ['an update of `always` of the second frame', 'always'],
] as const)(
  'entities of two frames receive all time once if %s pauses both frames before they have read their lists',
  (_, by) => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const [one, other, always] = [{ receivedTime: 0 }, { receivedTime: 0 }, { receivedTime: 0 }];
    const frames: Frame<typeof one>[] = [];
    let stops: (() => void)[] = [];
    let hasPaused = false;
    const start = (): void => void (stops = frames.map((simulate) => everyFrame(loop, { simulate })));
    const pause = (): void => {
      if (hasPaused) return;
      hasPaused = true;
      for (const stop of stops) stop();
      loop.submit(new Timer(start, { after: 100 }));
    };
    for (const [i, entity] of [one, other].entries()) {
      const isSecond = i === 1;
      frames.push(
        new Frame({
          rate: 100,
          entities: [entity],
          always: isSecond ? [always] : [],
          priority: () => 1,
          initialAge: (thing) => frames[1 - i]!.ageOf(thing),
          beforeStep: () => isSecond && by === 'beforeStep' && pause(),
          update: (thing, elapsed) => {
            thing.receivedTime += elapsed;
            if (thing === always && by === 'always') pause();
          },
        }),
      );
    }
    start();
    if (by === 'timer') loop.submit(new Timer(pause, { after: 0 }));
    host.advanceTo(500);
    for (const [i, entity] of [one, other].entries())
      expect(entity.receivedTime + frames[i]!.ageOf(entity)!).toBeCloseTo(frames[i]!.now, 6);
  },
);
