import { expect, test } from 'vitest';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { commit, update } from '../world.ts';
import { predictor } from './predictor.ts';

test('a predictor flies to the future position of a player', () => {
  const headings = [-6, 0, 6].map((speed) => {
    const world = worldOf(
      room(40, 12),
      { kind: Kind.player, x: 20, y: 10 },
      { kind: Kind.predictor, x: 20, y: 3 },
    );
    world.committed.vx[0] = speed;
    liveTicks(world, 30);
    return only(world, predictor).vx;
  });
  expect(headings[0]).toBeLessThan(-1);
  expect(Math.abs(headings[1]!)).toBeLessThan(1);
  expect(headings[2]).toBeGreaterThan(1);
});

test('a predictor takes into account that walls stop a player', () => {
  const world = worldOf(
    room(24, 12),
    { kind: Kind.player, x: 23, y: 10 },
    { kind: Kind.predictor, x: 22, y: 3 },
  );
  world.committed.vx[0] = 8;
  const enemy = only(world, predictor);
  for (let tick = 0; tick < 20; tick++) {
    update(world, enemy, 16);
    commit(world);
  }
  expect(enemy.vy).toBeGreaterThan(2 * enemy.vx);
});
