import { expect, test } from 'vitest';
import { Kind } from '../kinds.ts';
import { Mutation } from '../mutation.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { postTo } from '../surroundings.ts';
import { commit, update, type World } from '../world.ts';
import { bolt } from './bolt.ts';
import { turret } from './turret.ts';

const ceiling = { kind: Kind.turret, x: 10, y: 0.4002, normalX: 0, normalY: 1 };

test('the flight of a bolt begins at the moment of the shot, not at the end of the tick in which it is shot, at any update rate', () => {
  for (const elapsed of [5, 16, 33, 50]) {
    const world = worldOf(room(20, 40), { ...ceiling, y: 20 });
    const enemy = only(world, bolt);
    fire(world, elapsed);
    liveTicks(world, 5, undefined, elapsed);
    const seconds = (enemy.localTime - enemy.memory.launchedAt) / 1000;
    expect(Math.hypot(enemy.x - enemy.homeX, enemy.y - enemy.homeY)).toBeCloseTo(seconds * enemy.speed, 9);
  }
});

test('a bolt that bounces is at the same place at any update rate', () => {
  const [often, seldom] = [5, 50].map((elapsed) => {
    const world = worldOf(room(20, 10), ceiling);
    const enemy = only(world, bolt);
    const flight = { x: 4.2, y: 5.6 };
    postTo(world, only(world, turret), enemy.index, Mutation.launch, flight, 1);
    for (let time = 0; time < 1500; time += elapsed) {
      commit(world);
      update(world, enemy, elapsed);
    }
    return enemy;
  });
  expect(often!.vy).toBe(5.6);
  expect(seldom!.x).toBeCloseTo(often!.x, 2);
  expect(seldom!.y).toBeCloseTo(often!.y, 2);
});

test('a bolt keeps its speed, and returns to its turret at the end of its flight', () => {
  const world = worldOf(room(20, 10), ceiling);
  const enemy = only(world, bolt);
  fire(world, 16);
  let flown = 0;
  while (enemy.active) {
    expect(Math.hypot(enemy.vx, enemy.vy)).toBeCloseTo(enemy.speed, 9);
    flown++;
    liveTicks(world, 1, undefined, 16);
  }
  expect(flown * 16).toBeGreaterThan(1800);
  expect([enemy.x, enemy.y]).toEqual([ceiling.x, ceiling.y]);
});

test('a bolt that flies through a player counts as one hit', () => {
  const world = worldOf(room(20, 10), { kind: Kind.player, x: 10, y: 5 }, ceiling);
  postTo(world, only(world, turret), only(world, bolt).index, Mutation.launch, { x: 0, y: 7 }, 1);
  commit(world);
  for (let tick = 0; tick < 100; tick++) {
    update(world, only(world, bolt), 16);
    commit(world);
  }
  expect(world.players[0]!.hits).toBe(1);
});

function fire(world: World, elapsed: number): void {
  const enemy = only(world, bolt);
  while (!enemy.active) liveTicks(world, 1, undefined, elapsed);
}
