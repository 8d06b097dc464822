import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

// Entities that move between `entities` and `always` of a frame.

const step = 10;

interface Thing {
  readonly name: number;
  receivedTime: number;
  /** The next result of `initialAge`. */
  age: number | undefined;
  /** Simulated time at which the thing began to receive time. */
  born: number | undefined;
  /** Ms by which a thing in `entities` is ahead of the simulated time. */
  lead: number;
}

interface Stage {
  readonly frame: Frame<Thing>;
  readonly always: Set<Thing>;
  readonly entities: Set<Thing>;
  readonly run: (count?: number, budget?: number) => void;
}

function stage(stepsPerWindow: number, cost: () => number): Stage {
  const host = new VirtualHost();
  const [always, entities] = [new Set<Thing>(), new Set<Thing>()];
  const frame = new Frame<Thing>({
    always,
    entities,
    rate: 1000 / step,
    stepsPerWindow,
    maxFrameTime: 1000,
    priority: (_, age) => age,
    initialAge: (thing) => {
      const { age } = thing;
      thing.age = undefined;
      return age;
    },
    update: (thing, elapsed) => {
      thing.receivedTime += elapsed;
      host.spend(cost());
    },
  });
  frame.attach(new EventLoop({ host }));
  const run = (count = 1, budget = 5): void => frame.run({ elapsed: count * step, budget });
  return { frame, always, entities, run };
}

const create = (name: number, age?: number): Thing => ({
  name,
  receivedTime: 0,
  age,
  born: undefined,
  lead: 0,
});

type Move = 'promote' | 'demote' | 'add' | 'both' | 'reverse';
const moves = fc.array(
  fc.record({
    move: fc.constantFrom<Move>('promote', 'demote', 'add', 'both', 'reverse'),
    which: fc.nat(4),
    steps: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const ages = fc.array(fc.option(fc.nat(9), { nil: undefined }), { minLength: 5, maxLength: 5 });

test('an entity receives exactly the simulated time, whatever its initial age, its moves to and from always, the window and the load', () => {
  fc.assert(
    fc.property(
      moves,
      ages,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 4 }),
      (given, first, stepsPerWindow, cost) => {
        const { always, entities, frame, run } = stage(stepsPerWindow, () => cost);
        const all = first.map((age, name) => create(name, age === undefined ? undefined : age * step));
        const windowLead = (stepsPerWindow - 1) * step;
        for (const thing of all) {
          entities.add(thing);
          thing.lead = windowLead;
        }
        const check = (): void => {
          for (const thing of all) {
            const age = frame.ageOf(thing);
            // The age is undefined while the entity is in `always`, and after that until the next
            // window.
            const isListed = age !== undefined;
            const at = thing.receivedTime + (age ?? 0) - frame.now;
            thing.born ??= at - thing.lead;
            const ahead = at - thing.born;
            if (isListed) expect(ahead).toBeCloseTo(thing.lead, 6);
            else if (always.has(thing)) {
              expect(ahead).toBeGreaterThan(-1e-6);
              expect(ahead).toBeLessThan(windowLead + 1e-6);
            }
          }
        };
        run();
        check();
        for (const { move, steps, which } of given) {
          const thing = all[which]!;
          if (move === 'promote' || move === 'both') always.add(thing);
          if (move === 'promote') entities.delete(thing);
          if ((move === 'demote' || move === 'add') && always.delete(thing)) thing.lead = windowLead;
          if (move !== 'promote' && move !== 'reverse') entities.add(thing);
          if (move === 'add') frame.addToWindow(thing);
          if (move === 'reverse') {
            const order = [...always].toReversed();
            always.clear();
            for (const each of order) always.add(each);
          }
          run(steps);
          check();
        }
        run(stepsPerWindow, 1000);
        check();
        for (let i = 0; i < 5; i++) run(stepsPerWindow, 1000);
        check();
        expect(frame.stats.lostTime).toBe(0);
        expect(frame.stats.pace).toBeCloseTo(1, 6);
      },
    ),
    { numRuns: runs({ gate: 150, long: 5000 }) },
  );
});

test('an entity that was ahead in another frame receives exactly the simulated time in always', () => {
  const host = new VirtualHost();
  const thing = create(0);
  const lists = [[thing], [] as Thing[]];
  const always: Thing[] = [];
  const frames: Frame<Thing>[] = lists.map((entities, index) => {
    const frame = new Frame<Thing>({
      always: index === 1 ? always : [],
      entities,
      rate: 1000 / step,
      stepsPerWindow: 3,
      priority: () => 1,
      initialAge: (entity) => frames[1 - index]!.ageOf(entity),
      update: (entity, elapsed) => void (entity.receivedTime += elapsed),
    });
    frame.attach(new EventLoop({ host: { now: () => host.now() } }));
    return frame;
  });
  const run = (): void => {
    for (const frame of frames) frame.run({ elapsed: step, budget: 5 });
  };
  run();
  lists[1]!.push(lists[0]!.pop()!);
  for (let i = 0; i < 7; i++) run();
  always.push(lists[1]!.pop()!);
  for (let i = 0; i < 10; i++) run();
  // Its last update was in the window of steps 7 to 9, and it is in `always` from step 9 on.
  expect([thing.receivedTime, frames[1]!.now]).toEqual([19 * step, 18 * step]);
});

test('an entity that is ahead when the rate changes is ahead by the same time in always', () => {
  const { always, entities, frame, run } = stage(3, () => 0);
  const thing = create(0);
  entities.add(thing);
  run();
  expect(thing.receivedTime).toBe(30);
  frame.attach(new EventLoop({ host: new VirtualHost() }), 50);
  for (let i = 0; i < 10; i++) frame.tick();
  always.add(thing);
  frame.tick();
  expect(thing.receivedTime).toBe(frame.now);
});

test.each([
  ['keeps its time if it stays there', 0, 6 * step],
  ['keeps its time if it goes back after a step', 1, 6 * step],
  ['begins anew if it goes back before the next step', 2, 5 * step],
])('an entity that an update moves from entities to always %s', (_, how, receivedTime) => {
  const [thing, player] = [create(0), create(1)];
  const [entities, always] = [new Set([thing]), new Set([player])];
  const move = (from: Set<Thing>, to: Set<Thing>): void => void (from.delete(thing) && to.add(thing));
  let steps = 0;
  const frame = new Frame<Thing>({
    always,
    entities,
    rate: 1000 / step,
    priority: () => 1,
    update: (one, elapsed) => {
      one.receivedTime += elapsed;
      if (one === player && ++steps === 2) move(entities, always);
    },
  });
  frame.attach(new EventLoop({ host: new VirtualHost() }));
  for (let number = 1; number <= 6; number++) {
    frame.run({ elapsed: step, budget: 5 });
    if (how === 2 && number === 2) move(always, entities);
    if (how === 1 && number === 3) move(always, entities);
  }
  expect(player.receivedTime).toBe(6 * step);
  expect(thing.receivedTime).toBe(receivedTime);
});

test.each([
  [2, 4],
  [2, 6],
  [3, 5],
  [4, 6],
  [4, 9],
])(
  'an entity that changes its list while an iterator throws in the windows %i to %i loses and gains no time',
  (first, last) => {
    for (const thrower of ['entities', 'always']) {
      for (const target of ['entities', 'always']) {
        const loop = new EventLoop({ host: { now: () => 0 }, onError: () => {} });
        const thing = { receivedTime: 0 };
        let window = 0;
        const listOf = (name: string): Iterable<typeof thing> => ({
          [Symbol.iterator]() {
            if (name === thrower && window >= first && window <= last) throw new Error(name);
            const isThere = window >= 4 === (name === target); // it moves before the fourth window
            return (isThere ? [thing] : [])[Symbol.iterator]();
          },
        });
        const frame = new Frame<typeof thing>({
          rate: 100,
          entities: listOf('entities'),
          always: listOf('always'),
          priority: () => 1,
          update: (one, elapsed) => void (one.receivedTime += elapsed),
        });
        frame.attach(loop);
        for (window = 1; window <= 12; window++) frame.run({ elapsed: 10, budget: 5 });
        expect(thing.receivedTime, `${thrower} throws, a move to ${target}`).toBeCloseTo(120, 6);
      }
    }
  },
);
