import { expect, test } from 'vitest';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { shy } from './shy.ts';

test('a shy enemy keeps away from walls', () => {
  const world = worldOf(room(16, 10), { kind: Kind.shy, x: 1, y: 1 });
  const enemy = only(world, shy);
  liveTicks(world, 240);
  expect(Math.min(enemy.x, enemy.y, 16 - enemy.x, 10 - enemy.y)).toBeGreaterThan(1.5);
});

test('a shy enemy flees from a player', () => {
  const world = worldOf(room(40, 10), { kind: Kind.player, x: 20, y: 5 }, { kind: Kind.shy, x: 21, y: 5 });
  liveTicks(world, 120);
  expect(only(world, shy).x).toBeGreaterThan(23);
});
