import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

// Changes of `always` while its entities are updated.

interface Player {
  readonly name: number;
  receivedTime: number;
}

const createPlayers = (count: number): Player[] =>
  Array.from({ length: count }, (_, name) => ({ name, receivedTime: 0 }));

it('the other entities lose no step if an entity removes itself from always in its update', () => {
  const all = createPlayers(4);
  const players = [...all];
  const frame = new Frame({
    always: players,
    entities: [],
    rate: 100,
    priority: () => 1,
    update: (player, elapsed) => {
      player.receivedTime += elapsed;
      if (player.name === 1 && player.receivedTime > 15) players.splice(players.indexOf(player), 1);
    },
  });
  frame.attach(new EventLoop({ host: new VirtualHost() }));
  for (let i = 0; i < 6; i++) frame.run({ elapsed: 10, budget: 1 });
  expect(all.map(({ receivedTime }) => receivedTime)).toEqual([60, 20, 60, 60]);
  expect(frame.stats.lostTime).toBe(0);
});

const action = fc.record({
  by: fc.nat(5),
  what: fc.constantFrom('add', 'remove', 'addFirst', 'reverse', 'clear'),
  whom: fc.nat(5),
});

it.each(['array', 'Set'])(
  'the entities that are in always when a step begins are updated in it, each once, whatever updates do to the %s',
  (kind) => {
    fc.assert(
      fc.property(fc.array(fc.array(action, { maxLength: 5 }), { maxLength: 12 }), (steps) => {
        const all = createPlayers(6);
        const array = [...all];
        const set = new Set(all);
        const members = (): Player[] => (kind === 'Set' ? [...set] : array);
        const replace = (players: Player[]): void => {
          set.clear();
          for (const player of players) set.add(player);
          array.splice(0, Infinity, ...players);
        };
        const change = ({ what, whom }: { what: string; whom: number }): void => {
          const now = members();
          const player = all[whom]!;
          const others = now.filter((each) => each !== player);
          if (what === 'remove') replace(others);
          else if (what === 'addFirst') replace([player, ...others]);
          else if (what === 'reverse') replace(now.toReversed());
          else if (what === 'clear') replace([]);
          else if (!now.includes(player)) replace([...now, player]);
        };
        let actions: { by: number; what: string; whom: number }[] = [];
        let expected: Player[] = [];
        const updated: Player[] = [];
        const errors: unknown[] = [];
        const frame = new Frame<Player>({
          always: kind === 'Set' ? set : array,
          entities: [],
          rate: 100,
          priority: () => 1,
          beforeStep: () => void (expected = members().slice()),
          update: (player, elapsed) => {
            expect(elapsed).toBe(10);
            updated.push(player);
            for (const each of actions) if (each.by === player.name) change(each);
          },
        });
        frame.attach(new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) }));
        for (const each of steps) {
          actions = each;
          updated.length = 0;
          frame.run({ elapsed: 10, budget: 1 });
          expect([updated, errors]).toEqual([expected, []]);
          if (members().length === 0) replace(all);
        }
      }),
    );
  },
);

it('if the iterator of always throws, the entities before the error are updated, and the others receive this step with the next one', () => {
  const all = createPlayers(3);
  const errors: unknown[] = [];
  let reads = 0;
  const frame = new Frame<Player>({
    always: {
      *[Symbol.iterator]() {
        const fails = ++reads === 2;
        for (const player of all) {
          if (fails && player.name === 2) throw new Error('always');
          yield player;
        }
      },
    },
    entities: [],
    rate: 100,
    priority: () => 1,
    update: (player, elapsed) => (player.receivedTime += elapsed),
  });
  frame.attach(new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) }));
  for (let i = 0; i < 3; i++) frame.tick();
  expect(all.map(({ receivedTime }) => receivedTime)).toEqual([30, 30, 30]);
  expect(errors).toEqual([new Error('always')]);
});

it('an entity loses no time, and is ahead at most by its first window, wherever and however often the iterator of always throws', () => {
  const round = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    /** Number of entities that the iterator returns before it throws an error; 4 for no error. */
    given: fc.nat(4),
    steps: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(round, { maxLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (rounds, stepsPerWindow, comeLate) => {
        const all = createPlayers(4);
        let [order, given] = [[0, 1, 2, 3], 4];
        const entities = comeLate ? [...all] : [];
        const frame = new Frame<Player>({
          always: {
            *[Symbol.iterator]() {
              if (entities.length > 0) return;
              for (const [place, name] of order.entries()) {
                if (place === given) throw new Error('always');
                yield all[name]!;
              }
            },
          },
          entities,
          rate: 100,
          stepsPerWindow,
          priority: () => 1,
          update: (player, elapsed) => (player.receivedTime += elapsed),
        });
        frame.attach(new EventLoop({ host: new VirtualHost(), onError: () => {} }));
        const run = (steps: number): void => frame.run({ elapsed: steps * 10, budget: 1 });
        run(stepsPerWindow);
        // An entity of `entities` can be ahead. In `always` it stays ahead until it misses a step.
        const lead = all[0]!.receivedTime - frame.now;
        entities.length = 0;
        run(1);
        for (const each of rounds) {
          ({ order, given } = each);
          run(each.steps);
        }
        given = 4;
        run(1);
        for (const { receivedTime } of all) {
          expect(receivedTime).toBeGreaterThanOrEqual(frame.now);
          expect(receivedTime).toBeLessThanOrEqual(frame.now + lead);
        }
        expect(frame.stats.lostTime).toBe(0);
      },
    ),
    { numRuns: runs({ gate: 200, long: 10_000 }) },
  );
});

it('an entity that leaves always while the iterator throws counts as new after two windows without an error', () => {
  const [player, other] = createPlayers(2) as [Player, Player];
  let fails = false;
  const list = [player, other];
  const frame = new Frame<Player>({
    always: {
      *[Symbol.iterator]() {
        yield player;
        if (fails) throw new Error('always');
        yield* list.slice(1);
      },
    },
    entities: [],
    rate: 100,
    priority: () => 1,
    update: (each, elapsed) => (each.receivedTime += elapsed),
  });
  frame.attach(new EventLoop({ host: new VirtualHost(), onError: () => {} }));
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) frame.run({ elapsed: 10, budget: 1 });
  };
  run(2);
  fails = true;
  list.pop();
  run(5);
  fails = false;
  run(2);
  list.push(other);
  run(1);
  expect([player.receivedTime, other.receivedTime]).toEqual([100, 30]);
});

it.each(['always', 'beforeStep', 'update'])(
  'an entity that a callback (%s) moves to `always` loses no time',
  (moment) => {
    const [player, entity] = [{ receivedTime: 0 }, { receivedTime: 0 }];
    const [always, entities] = [[player], [entity]];
    const promote = (): void => {
      if (frame.stats.steps === 10) always.push(...entities.splice(0));
    };
    const frame = new Frame<{ receivedTime: number }>({
      always,
      entities,
      rate: 100,
      priority: () => 1,
      beforeStep: () => moment === 'beforeStep' && promote(),
      update: (each, elapsed) => {
        each.receivedTime += elapsed;
        if (each === (moment === 'always' ? player : entity) && moment !== 'beforeStep') promote();
      },
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    for (const steps of [1, 1, 1, 1, 1, 5, 1, 1]) frame.run({ elapsed: steps * 10, budget: 1 });
    expect([entity.receivedTime, player.receivedTime, frame.stats.lostTime]).toEqual([120, 120, 0]);
  },
);

it.each([1, 2, 3])(
  'an entity whose first window begins after %d steps moves to always with all of its time',
  (first) => {
    const entity = { receivedTime: 0 };
    const always: object[] = [];
    const entities = [entity];
    const frame = new Frame<object>({
      always,
      entities,
      rate: 100,
      stepsPerWindow: 2,
      priority: () => 1,
      update: (_, elapsed) => (entity.receivedTime += elapsed),
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    frame.run({ elapsed: first * 10, budget: 1 });
    while (frame.stats.steps < 8) frame.run({ elapsed: 10, budget: 1 });
    always.push(...entities.splice(0));
    for (let i = 0; i < 5; i++) frame.run({ elapsed: 10, budget: 1 });
    expect(entity.receivedTime).toBe(frame.now);
  },
);

it('if an update in always disposes the loop, the remaining entities of always get their step on the next loop', () => {
  const always = Array.from({ length: 3 }, () => ({ receivedTime: 0 }));
  const loops = [1, 2].map(() => new EventLoop({ host: new VirtualHost() }));
  const frame = new Frame<{ receivedTime: number }>({
    always,
    entities: [],
    rate: 100,
    priority: () => 1,
    update: (each, elapsed) => {
      each.receivedTime += elapsed;
      if (each === always[1] && frame.stats.steps === 2) loops[0]!.dispose();
    },
  });
  for (const loop of loops) {
    frame.attach(loop);
    for (let i = 0; i < 2; i++) frame.tick();
  }
  expect(always.map(({ receivedTime }) => receivedTime)).toEqual([40, 40, 40]);
});
