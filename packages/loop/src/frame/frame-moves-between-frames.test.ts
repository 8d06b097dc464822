import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { everyFrame } from '../display/every-frame.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Timer } from '../event-loop/timer.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

// Entities move between the lists of two frames at any moment. A naive model computes the time until which each entity must have been updated.

interface Place {
  readonly frame: number;
  readonly list: 'entities' | 'always';
}

interface Thing {
  place: Place | undefined;
  receivedTime: number;
  /**
   * Simulated time from which the entity counts; undefined from its removal until a frame finds it
   * again.
   */
  born: number | undefined;
  /** Whether the frame has found the entity at its `place`. */
  isSeen: boolean;
  /** The frame that has found the entity last. */
  home: number;
  /** For each frame, the last round in which the entity was in one of its lists. */
  readonly wasIn: number[];
}

const moments = [
  'betweenRuns',
  'betweenFrames',
  'update',
  'always',
  'beforeStep',
  'priority',
  'initialAge',
] as const;
type Moment = (typeof moments)[number];

const move = fc.record({
  moment: fc.constantFrom(...moments),
  /** Number of such moments that pass before the move. */
  after: fc.nat(3),
  whom: fc.nat(3),
  frame: fc.nat(1),
  to: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<'entities' | 'always'>('entities', 'always') },
    { weight: 1, arbitrary: fc.constant('none' as const) },
  ),
});

const round = fc.record({
  steps: fc.integer({ min: 1, max: 3 }),
  isReversed: fc.boolean(),
  rate: fc.option(fc.constantFrom(50, 100, 200), { nil: undefined, freq: 8 }),
  moves: fc.array(move, { maxLength: 3 }),
});

const world = fc.record({
  frames: fc.integer({ min: 1, max: 2 }),
  stepsPerWindow: fc.integer({ min: 1, max: 4 }),
  isOneLoop: fc.boolean(),
  cost: fc.integer({ min: 0, max: 4 }),
  rounds: fc.array(round, { minLength: 1, maxLength: 25 }),
});

type World = typeof world extends fc.Arbitrary<infer W> ? W : never;
type Move = World['rounds'][number]['moves'][number];

/** Number of rounds after which a frame has forgotten an entity. */
const memory = 12;

/** Tolerance in ms for rounding errors of rates and fractions. */
const tolerance = 1e-6;

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < tolerance;
}

/** Plays a world, and compares it with the model. */
class Play {
  readonly things: Thing[];
  readonly frames: Frame<Thing>[] = [];
  /** Differences between the run and the model. */
  readonly problems: string[] = [];
  readonly #world: World;
  readonly #lists: Record<Place['list'], Thing[]>[] = [];
  readonly #loops: EventLoop[];
  readonly #host = new VirtualHost();
  #moves: { readonly move: Move; after: number }[] = [];
  #hasRemoved = false;
  #rounds = 0;
  #rate = 100;

  constructor(given: World) {
    this.#world = given;
    this.things = Array.from({ length: 4 }, (_, index) => ({
      place: { frame: index % given.frames, list: 'entities' },
      receivedTime: 0,
      born: 0,
      isSeen: false,
      home: -1,
      wasIn: [],
    }));
    const host = { now: (): number => this.#host.now() };
    const loop = (): EventLoop =>
      new EventLoop({ host, onError: (error) => this.problems.push(String(error)) });
    const shared = loop();
    this.#loops = Array.from({ length: given.frames }, () => (given.isOneLoop ? shared : loop()));
    for (const index of this.#loops.keys()) this.#addFrame(index);
  }

  #addFrame(index: number): void {
    const entities = this.things.filter(({ place }) => place?.frame === index);
    const lists = { entities, always: [] };
    this.#lists.push(lists);
    const frame = new Frame<Thing>({
      // If `initialAge` moves entities, the frame reads a copy of the list, which does not change
      // meanwhile.
      entities:
        this.#world.cost > 2 ? { [Symbol.iterator]: () => [...entities][Symbol.iterator]() } : entities,
      always: lists.always,
      rate: this.#rate,
      stepsPerWindow: this.#world.stepsPerWindow,
      maxFrameTime: 1000,
      priority: (_, age) => {
        this.#reach('priority');
        return age;
      },
      initialAge: (thing) => {
        if (this.#world.cost > 2) this.#reach('initialAge');
        return this.frames[1 - index]?.ageOf(thing);
      },
      beforeStep: () => this.#reach('beforeStep'),
      update: (thing, elapsed) => {
        this.#require(elapsed > 0, `an update by ${elapsed} ms`);
        thing.receivedTime += elapsed;
        const { place } = thing;
        // A step of an entity that has just left `always` does not prove that it is in `entities`.
        if (place?.frame === index && place.list === 'always') [thing.isSeen, thing.home] = [true, index];
        this.#host.spend(place?.list === 'always' ? 0 : this.#world.cost);
        this.#reach(place?.list === 'always' ? 'always' : 'update');
      },
    });
    frame.attach(this.#loops[index]!);
    this.frames.push(frame);
  }

  round({ steps, isReversed, rate, moves }: World['rounds'][number], budget = 5): void {
    this.#moves = moves.map((each) => ({ move: each, after: each.after }));
    this.#reach('betweenRuns');
    if (rate !== undefined && rate !== this.#rate) this.#changeRate(rate);
    const order = [...this.frames.keys()];
    if (isReversed) order.reverse();
    for (const index of order) {
      this.frames[index]!.run({ elapsed: (steps * 1000) / this.#rate, budget });
      this.#reach('betweenFrames');
    }
    this.#moves = [];
    this.#check();
  }

  end(): void {
    for (let i = 0; i < 12; i++)
      this.round({ steps: 4, isReversed: false, rate: undefined, moves: [] }, 1000);
    for (const thing of this.things) {
      if (thing.place === undefined || thing.born === undefined) continue;
      const { now } = this.frames[thing.place.frame]!;
      this.#require(thing.isSeen, 'each entity is found');
      this.#require(thing.receivedTime + thing.born > now - tolerance, 'each entity has lived until now');
    }
    for (const { stats } of this.frames) {
      this.#require(stats.lostTime === 0, 'no time is lost');
      this.#require(stats.updated + stats.cancelled === stats.submitted, 'updates are made or cancelled');
      this.#require(this.#hasRemoved || isNear(stats.pace, 1), `the pace is ${stats.pace}`);
    }
  }

  #changeRate(rate: number): void {
    this.#rate = rate;
    for (const [index, frame] of this.frames.entries()) frame.attach(this.#loops[index]!, rate);
  }

  #reach(moment: Moment): void {
    for (const each of this.#moves) {
      if (each.move.moment === moment && each.after-- === 0) this.#make(each.move);
    }
  }

  #make({ whom, frame: wanted, to: list }: Move): void {
    const thing = this.things[whom]!;
    const frame = wanted % this.frames.length;
    const { place } = thing;
    // The model leaves out moves before the frame has found the entity, because these count as an
    // absence. It also leaves out most moves to `always` of another frame, because `initialAge` is
    // not called there.
    if (place !== undefined && (!thing.isSeen || thing.born === undefined)) return;
    const staysIn = place?.frame === frame && thing.home === frame;
    if (list === 'always' && !staysIn && !this.#canBeginInAlways(thing, frame)) return;
    if (place?.frame === frame && place.list === list) return;
    if (place !== undefined) {
      const former = this.#lists[place.frame]![place.list];
      former.splice(former.indexOf(thing), 1);
    }
    thing.isSeen = false;
    if (place === undefined || list === 'none' || (list === 'always' && !staysIn)) {
      thing.born = undefined;
      this.#hasRemoved = true;
    }
    thing.place = list === 'none' ? undefined : { frame, list };
    if (list !== 'none') this.#lists[frame]![list].push(thing);
  }

  /**
   * Whether the model covers a move to `always` of another frame. The entity begins there with its
   * first step if that frame has forgotten it and the former frame makes no more updates of it.
   */
  #canBeginInAlways({ place, wasIn }: Thing, frame: number): boolean {
    const { isOneLoop, stepsPerWindow } = this.#world;
    const isForgotten = this.#rounds - (wasIn[frame] ?? -memory) >= memory;
    return place !== undefined && place.frame !== frame && isForgotten && !isOneLoop && stepsPerWindow === 1;
  }

  #require(isTrue: boolean, what: string): void {
    if (!isTrue) this.problems.push(what);
  }

  #check(): void {
    const step = 1000 / this.#rate;
    // 20 ms: the longest step, by which the entity may have been ahead when the rate changed.
    const mostAhead = (this.#world.stepsPerWindow - 1) * 20;
    this.#rounds++;
    for (const thing of this.things) {
      const { place } = thing;
      if (place === undefined) continue;
      const frame = this.frames[place.frame]!;
      thing.wasIn[place.frame] = this.#rounds;
      const age = frame.ageOf(thing);
      if (place.list === 'entities' && age !== undefined) [thing.isSeen, thing.home] = [true, place.frame];
      if (!thing.isSeen) continue;
      const lead = (this.#world.stepsPerWindow - 1) * step;
      if (place.list === 'entities' && age !== undefined) {
        // An age of 0 can also mean that the entity is ahead.
        if (age > 0 || this.#world.stepsPerWindow === 1)
          thing.born ??= frame.now + lead - thing.receivedTime - age;
        const until = (thing.born ?? NaN) + thing.receivedTime;
        const expected = Math.max(0, frame.now + lead - until);
        this.#require(isNear(age, expected) || thing.born === undefined, `an age of ${age}, not ${expected}`);
      }
      if (place.list === 'always') thing.born ??= frame.now - thing.receivedTime;
      if (thing.born === undefined) continue;
      const ahead = thing.born + thing.receivedTime - frame.now;
      this.#require(ahead < mostAhead + tolerance, `ahead by ${ahead} ms`);
      this.#require(place.list === 'entities' || ahead > -tolerance, `behind in always by ${-ahead} ms`);
    }
  }
}

test('an entity receives exactly the simulated time, wherever and whenever it moves', () => {
  fc.assert(
    fc.property(world, (given) => {
      const play = new Play(given);
      for (const each of given.rounds) play.round(each);
      play.end();
      expect(play.problems).toEqual([]);
    }),
    { numRuns: runs({ gate: 300, long: 20_000 }) },
  );
});

/**
 * Two frames that query each other, with one list each, and an entity that begins in the first
 * list.
 */
interface Pair {
  readonly frames: readonly Frame<{ receivedTime: number }>[];
  readonly lists: readonly { receivedTime: number }[][];
  readonly entity: { receivedTime: number };
  /** Makes steps in both frames, in this order. */
  readonly run: (steps?: number, order?: readonly number[]) => void;
}

/** `always` is that of the second frame. */
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
  'an entity that its own update moves to another frame receives no step twice, if frame %d runs first',
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
  'an entity that moves before several steps, one of which begins a window, misses none if frame %d runs first',
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

test('an entity that moves out of a paused frame or into one loses or gains at most the steps of one call', () => {
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
  'entities of two frames that are paused together by %s, before they have read their lists, receive all time once',
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
