import { expect, test } from 'vitest';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { turret } from './turret.ts';

const ceiling = { kind: Kind.turret, x: 20, y: 0.4002, normalX: 0, normalY: 1 };

test('a turret aims ahead of a player in sight', () => {
  const world = worldOf(room(40, 10), { kind: Kind.player, x: 20, y: 8 }, ceiling);
  world.committed.vx[0] = 4;
  liveTicks(world, 240);
  const enemy = only(world, turret);
  expect(enemy.faceX).toBeGreaterThan(0.2);
  expect(enemy.faceY).toBeGreaterThan(0.5);
});

test('a turret never aims into its wall', () => {
  const world = worldOf(room(40, 10), { kind: Kind.player, x: 28, y: 0.5 }, ceiling);
  let lowest = Infinity;
  const enemy = only(world, turret);
  liveTicks(world, 900, () => (lowest = Math.min(lowest, enemy.faceY)));
  expect(lowest).toBeGreaterThan(0.05);
});

test('a turret shoots once per second, at the same times at any update rate', () => {
  const moments = (elapsed: number): number[] => {
    const world = worldOf(room(40, 10), ceiling);
    const found = new Set<number>();
    liveTicks(
      world,
      7000 / elapsed,
      () => {
        for (const { active, memory } of world.enemies.slice(1))
          if (active) found.add(Math.round(memory['launchedAt']!));
      },
      elapsed,
    );
    return [...found];
  };
  const [first, ...others] = moments(10);
  expect(others).toEqual([1, 2, 3, 4, 5, 6].map((second) => first! + 1000 * second));
  expect(moments(50)).toEqual(moments(10));
});
