import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../packages/runs.test.setup.ts';
import { chance } from './chance.ts';
import type { Entity } from './entity.ts';
import { hashWorld } from './hash-world.ts';
import { Kind, missiles } from './kinds.ts';
import type { Level } from './level.ts';
import { levelOf } from '../game/levels/catalog.ts';
import { isFree } from './map/random-grid.test.setup.ts';
import type { Surroundings } from './surroundings.ts';
import { createTunnel } from './tunnel.ts';
import { commit, createWorld, tickLength, update, type World } from './world.ts';

/** Timeout in ms of long simulations on a busy machine. */
const timeout = 60_000;
/** A short section of a full tunnel with the usual density, with the players below. */
const section = shorten(createTunnel(740, 11), 28);
/** All kinds and all parts of a level, with robots that press random keys. */
const menagerie = levelOf(
  `title: Menagerie

################################
#     t          h             #
#   f   s   p   m  y  g  l     #
#  d       d          d        #
#                              #
#                              #
#                           ## #
#       r                 A ## #
# * w    c   12     w   z  x ! #
#######  #####=  ###############
##########   + =================
################################

t turret
h hangar
f flyer
s seeker
p predictor
d dropper
m magnet
g ghost
y shy
l leech
r roller
c crawler
w walker
z saw
A plate x
x door
`,
);
const ticks = 100;

test.each([
  ['a section of the tunnel', section],
  ['a level with all kinds', menagerie],
])('the order of any set of updates does not change the world: %s', { timeout }, (_, level) => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (subset, order) => {
      const inOrder = createWorld(level, 1);
      const shuffled = createWorld(level, 1);
      for (let tick = 0; tick < ticks; tick++) {
        for (const world of [inOrder, shuffled]) pressByChance(world, subset);
        const selected = choose(inOrder, subset);
        live(inOrder, selected);
        live(shuffled, shuffle(selected, order, tick));
        expect(hashWorld(shuffled)).toBe(hashWorld(inOrder));
      }
    }),
    { numRuns: runs({ gate: 2, long: 120 }) },
  );
});

test('the section of the tunnel has all kinds of the tunnel, bolts in the air and players in sight', () => {
  const world = createWorld(section, 1);
  const kinds = new Set(world.entities.map((entity) => entity.kind));
  expect(kinds.size).toBe(10);
  for (let tick = 0; tick < ticks; tick++) live(world, choose(world, 1));
  expect(
    world.entities.filter((entity) => entity.kind === Kind.bolt && entity.active).length,
  ).toBeGreaterThan(2);
  expect(world.entities.filter((entity) => attentionOf(entity) > 0.1).length).toBeGreaterThan(1);
});

test('the level with all kinds has missiles in the air and robots in sight', () => {
  const world = createWorld(menagerie, 1);
  expect(new Set(world.entities.map(({ kind }) => kind)).size).toBe(Object.keys(Kind).length);
  const flown = new Set<Kind>();
  const attentive = new Set<number>();
  for (let tick = 0; tick < 4 * ticks; tick++) {
    pressByChance(world, 1);
    live(world, choose(world, 1));
    for (const enemy of world.enemies) {
      const { active, index, kind } = enemy;
      if (active && missiles.has(kind)) flown.add(kind);
      if (attentionOf(enemy) > 0.1) attentive.add(index);
    }
  }
  expect(flown).toEqual(missiles);
  expect(attentive.size).toBeGreaterThan(2);
});

test('the same level, seed and updates lead to the same world; another seed or other updates to another one', () => {
  const hash = (seed: number, subset: number): number => {
    const world = createWorld(section, seed);
    for (let tick = 0; tick < ticks; tick++) live(world, choose(world, subset));
    return hashWorld(world);
  };
  expect(hash(1, 1)).toBe(hash(1, 1));
  expect(hash(2, 1)).not.toBe(hash(1, 1));
  expect(hash(1, 2)).not.toBe(hash(1, 1));
});

test('a difference in the last bit of one coordinate changes the hash', () => {
  const world = createWorld(section, 1);
  const before = hashWorld(world);
  world.entities[7]!.x *= 1 + Number.EPSILON;
  expect(hashWorld(world)).not.toBe(before);
});

test('the path of the players does not depend on the updates of enemies', { timeout }, () => {
  const path = (rate: number): number[] => {
    const world = createWorld(section, 1);
    return Array.from({ length: 600 }, (_, tick) => {
      live(world, rate > 0 && tick % rate === 0 ? world.entities : world.players);
      return world.players[1]!.x + world.players[0]!.y;
    });
  };
  const alone = path(0);
  expect(path(1)).toEqual(alone);
  expect(path(3)).toEqual(alone);
});

test('scripted players run back and forth between the ends of the tunnel', () => {
  const world = createWorld(createTunnel(1, 5), 5);
  let [min, max] = [Infinity, -Infinity];
  for (let tick = 0; tick < 90 * 60; tick++) {
    live(world, world.players);
    if (tick < 20 * 60) continue;
    min = Math.min(min, world.players[0]!.x);
    max = Math.max(max, world.players[0]!.x);
  }
  expect(min).toBeLessThan(14);
  expect(max).toBeGreaterThan(world.grid.columns - 14);
});

test('after a long time no number is NaN, no entity is in a wall and none is missing', { timeout }, () => {
  const world = createWorld(section, 1);
  const count = world.entities.length;
  const seconds = runs({ gate: 12, long: 120 });
  for (let tick = 0; tick < seconds * 60; tick++)
    live(world, tick % 3 === 0 ? world.entities : world.players, 3);
  expect(world.entities.length).toBe(count);
  for (const entity of world.entities) {
    expect(Object.entries(entity).filter(([, value]) => Number.isNaN(value))).toEqual([]);
    if (entity.active) expect(isFree(world.grid, entity, entity.radius - 1e-9)).toBe(true);
    if (entity.kind !== Kind.player) expect(Math.abs(entity.x - entity.homeX)).toBeLessThan(30);
  }
});

test('updates do not change the committed state before the commit', () => {
  const world = createWorld(section, 1);
  const { x, y, vx, vy, active } = structuredClone(world.committed);
  for (const entity of world.entities) update(world, entity, tickLength);
  expect(world.committed).toMatchObject({ x, y, vx, vy, active });
  commit(world);
  expect(world.committed.x).toEqual(new Float64Array(world.entities.map((entity) => entity.x)));
});

test('updates have no access to the records of other entities', () => {
  const around: Surroundings = createWorld(section, 1);
  // @ts-expect-error Updates get surroundings, which contain no records.
  expect(around.entities).toBeDefined();
});

test('an entity decides at the same local times at any update rate', () => {
  const moments = (elapsed: number): number[] => {
    const world = createWorld(section, 1);
    const entity = world.entities.find((each) => each.kind === Kind.flyer)!;
    const goals: number[] = [];
    while (entity.localTime < 9000) {
      update(world, entity, elapsed);
      const goalX = entity.memory['goalX']!;
      if (goals.at(-1) !== goalX) goals.push(goalX);
    }
    return goals.slice(0, 6);
  };
  expect(moments(7)).toEqual(moments(50));
});

test('a turret counts its shots, and each bolt in the air is an entity of its own', () => {
  const world = createWorld(section, 1);
  const ids = new Set<number>();
  for (let tick = 0; tick < 600; tick++) {
    live(world, world.entities);
    for (const entity of world.entities) if (entity.kind === Kind.bolt && entity.active) ids.add(entity.id);
  }
  const shots = world.entities.reduce((sum, { memory }) => sum + (memory['shots'] ?? 0), 0);
  expect(shots).toBeGreaterThan(20);
  expect(ids.size).toBe(shots);
});

test('px and py are the position before the last update, not before the last part of it', () => {
  const world = createWorld(section, 1);
  const [player] = world.players;
  for (let tick = 0; tick < 10; tick++) live(world, world.players);
  const { x } = player!;
  update(world, player!, 10);
  update(world, player!, 5);
  expect(player!.px).toBe(x);
  expect(player!.updatedAt).toBe(world.time);
  expect(player!.previousUpdatedAt).toBeCloseTo(world.time - tickLength, 9);
});

test('update throws if the elapsed time is negative or not finite', () => {
  const world = createWorld(section, 1);
  for (const elapsed of [Infinity, -1, NaN]) {
    expect(() => update(world, world.players[0]!, elapsed)).toThrow(RangeError);
  }
});

function attentionOf({ memory }: Entity): number {
  return memory['attention'] ?? 0;
}

function pressByChance(world: World, subset: number): void {
  for (const [i, robot] of world.robots.entries()) {
    robot.held = Math.floor(16 * chance(subset, i, Math.floor(world.tick / 15)));
  }
}

function shorten(level: Level, columns: number): Level {
  return { ...level, spawns: level.spawns.filter((spawn) => spawn.x < columns) };
}

// The entities that are updated in this tick. Each has its own rate, and some are left out at random.
function choose(world: World, subset: number): Entity[] {
  return world.entities.filter((entity) => {
    if (entity.kind === Kind.player) return true;
    if (chance(subset, entity.id, world.tick) < 0.3) return false;
    return (world.tick + entity.index) % (1 + (entity.index % 4)) === 0;
  });
}

function shuffle(entities: readonly Entity[], order: number, tick: number): Entity[] {
  return entities.toSorted((a, b) => chance(order, a.index, tick) - chance(order, b.index, tick));
}

// Updates players by one tick, and each enemy of the list by `ticksEach` ticks; 0: to the end of this tick.
function live(world: World, entities: readonly Entity[], ticksEach = 0): void {
  const end = world.time + tickLength;
  for (const { index, kind } of entities) {
    const entity = world.entities[index]!;
    const fixed = kind === Kind.player ? tickLength : ticksEach * tickLength;
    update(world, entity, fixed > 0 ? fixed : end - entity.localTime);
  }
  commit(world);
}
