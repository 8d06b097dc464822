import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame, type FrameOptions } from '../index.ts';
import { VirtualHost } from '../host/virtual-host.ts';

interface Creature {
  receivedTime: number;
  updates: number;
}

const createCreature = (): Creature => ({ receivedTime: 0, updates: 0 });

/** Plays for 1 s. */
function play(options: Partial<FrameOptions<Creature>>): { frame: Frame<Creature>; errors: string[] } {
  const host = new VirtualHost();
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(String(error)) });
  const frame = new Frame<Creature>({
    entities: [],
    rate: 100,
    priority: () => 1,
    update: (creature, elapsed) => {
      creature.receivedTime += elapsed;
      creature.updates++;
    },
    ...options,
  });
  everyFrame(loop, { simulate: frame });
  host.advanceTo(995);
  loop.dispose();
  return { frame, errors };
}

it.each([1, 4])(
  'an entity in always and in entities receives its time once, with %d steps per window',
  (stepsPerWindow) => {
    const [player, enemy] = [createCreature(), createCreature()];
    const { frame } = play({ always: [player], entities: [player, enemy], stepsPerWindow });
    expect(player).toEqual({ receivedTime: 1000, updates: 100 });
    expect(enemy.receivedTime).toBe(1000);
    expect(frame.stats.submitted).toBe(frame.stats.windows);
    expect(frame.stats.pace).toBe(1);
  },
);

it('an entity that is twice in always receives its time once', () => {
  const [player, other] = [createCreature(), createCreature()];
  play({ always: [player, other, player] });
  expect([player.receivedTime, other.receivedTime]).toEqual([1000, 1000]);
});

it('an entity that moves between always and entities, and is in both for a while, receives its time once', () => {
  const creature = createCreature();
  const always = new Set<Creature>();
  const entities = new Set<Creature>([creature]);
  const steps = [20, 30, 50, 60];
  play({
    always,
    entities,
    beforeStep: (now) => {
      const step = Math.round(now / 10);
      if (step === steps[0]) always.add(creature);
      if (step === steps[1]) entities.delete(creature);
      if (step === steps[2]) entities.add(creature);
      if (step === steps[3]) always.delete(creature);
    },
  });
  expect(creature).toEqual({ receivedTime: 1000, updates: 100 });
});

it('an entity that moves from entities to always loses no time, under any load', () => {
  const moves = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      moves,
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom(1, 3),
      (given, cost, stepsPerWindow) => {
        const all = Array.from({ length: 4 }, createCreature);
        const [always, entities] = [new Set<Creature>(), new Set(all)];
        const host = new VirtualHost();
        const frame = new Frame<Creature>({
          always,
          entities,
          rate: 100,
          stepsPerWindow,
          priority: (_, age) => age,
          update: (creature, elapsed) => {
            creature.receivedTime += elapsed;
            creature.updates++;
            if (!always.has(creature)) host.spend(cost);
          },
        });
        frame.attach(new EventLoop({ host }));
        frame.run({ elapsed: 10, budget: 5 });
        for (const [index, isPromoted] of given) {
          const creature = all[index]!;
          if (isPromoted && entities.delete(creature)) always.add(creature);
          frame.run({ elapsed: 10, budget: 5 });
          if (stepsPerWindow > 1) continue;
          for (const each of always) expect(each.receivedTime).toBe(frame.now);
        }
        // An update in the first step of a window has the time of the whole window.
        for (const creature of always) {
          expect(creature.receivedTime).toBeGreaterThanOrEqual(frame.now);
          expect(creature.receivedTime).toBeLessThanOrEqual(frame.now + (stepsPerWindow - 1) * 10);
        }
        for (let i = 0; i < 30; i++) frame.run({ elapsed: 10, budget: 1000 });
        expect(frame.stats.lostTime).toBe(0);
        expect(frame.stats.pace).toBeCloseTo(1);
        const { cancelled, submitted, updated } = frame.stats;
        expect(updated + cancelled).toBe(submitted);
      },
    ),
  );
});

it('an entity that is in entities, and in always only at times, receives its time once', () => {
  const creature = createCreature();
  const always = new Set<Creature>();
  const { frame } = play({
    always,
    entities: [creature],
    beforeStep: (now) => void (Math.round(now) % 30 === 0 ? always.add(creature) : always.delete(creature)),
  });
  expect(creature.receivedTime).toBe(frame.now);
});

it('if an entity moves to always, the time that maxStep or maxElapsed cuts off is counted as lost', () => {
  for (const limits of [{ maxStep: 1 }, { maxElapsed: 15 }]) {
    const [creature, other] = [createCreature(), createCreature()];
    const always: Creature[] = [];
    const frame = new Frame<Creature>({
      always,
      entities: [other, creature],
      rate: 100,
      priority: (entity) => (entity === other ? 1 : 0),
      update: (entity, elapsed) => void (entity.receivedTime += elapsed),
      ...limits,
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    for (let i = 0; i < 5; i++) frame.tick();
    frame.run({ elapsed: 10, budget: 0 });
    for (let i = 0; i < 5; i++) frame.tick();
    const pending = frame.ageOf(creature)!;
    const { lostTime } = frame.stats;
    const { receivedTime } = creature;
    always.push(creature);
    frame.tick();
    expect(creature.receivedTime - receivedTime + frame.stats.lostTime - lostTime).toBeCloseTo(pending + 10);
    expect(frame.stats.lostTime).toBeGreaterThan(lostTime);
  }
});

it('addToWindow does not add an entity of always', () => {
  const [player, enemy] = [createCreature(), createCreature()];
  const errors: unknown[] = [];
  const loop = new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) });
  const frame: Frame<Creature> = new Frame({
    always: [player],
    entities: [enemy],
    rate: 100,
    priority: () => 1,
    update: (creature, elapsed) => {
      creature.receivedTime += elapsed;
      if (creature === enemy) frame.addToWindow(player);
    },
  });
  frame.attach(loop);
  for (let i = 0; i < 5; i++) frame.run({ elapsed: 10, budget: 1 });
  expect([player.receivedTime, enemy.receivedTime, errors]).toEqual([50, 50, []]);
});

it('a member of always that is not an object is reported, and the others get their step', () => {
  const player = createCreature();
  const { errors } = play({ always: [null as never, player] });
  expect(player.receivedTime).toBe(1000);
  expect(new Set(errors)).toEqual(
    new Set(['TypeError: Frame: a member of always must be an object, got null']),
  );
});
