import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
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
   * Simulated time at which the entity began to receive time; undefined from its removal until a
   * frame finds it again.
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
    // The model leaves out moves of an entity that its frame has not found yet, because such an entity
    // counts as absent. It also leaves out most moves to `always` of another frame, because `initialAge` is
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
