import { expect, test } from 'vitest';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { commit, createWorld, tickLength, update, type World } from '../world.ts';
import { magnet } from './magnet.ts';

test('a magnet pulls nearby enemies', () => {
  const world = worldOf(
    room(20, 12),
    { kind: Kind.player, x: 9, y: 10.5 },
    { kind: Kind.magnet, x: 10, y: 10 },
    { kind: Kind.flyer, x: 12, y: 10 },
    { kind: Kind.flyer, x: 16, y: 10 },
  );
  const [near, far] = world.enemies.filter((enemy) => enemy.kind === Kind.flyer);
  update(world, only(world, magnet), tickLength);
  expect(near!.pushX).toBe(0);
  commit(world);
  expect(near!.pushX).toBeLessThan(0);
  expect(far!.pushX).toBe(0);
});

test('magnets and turrets do not change the path of scripted players', () => {
  const spawn = { kind: Kind.player, x: 14, y: 5.5 };
  const enemies = [
    { kind: Kind.magnet, x: 17, y: 4 },
    { kind: Kind.turret, x: 22, y: 0.4002, normalX: 0, normalY: 1 },
  ];
  const [alone, beset] = [[], enemies].map((others) =>
    createWorld({ isScripted: true, grid: room(60, 6), spawns: [spawn, ...others] }, 1),
  ) as [World, World];
  for (let tick = 0; tick < 600; tick++) {
    for (const world of [alone, beset]) update(world, world.players[0]!, tickLength);
    commit(alone);
    liveTicks(beset, 1);
    expect(beset.players[0]!.x).toBe(alone.players[0]!.x);
    expect(beset.players[0]!.y).toBe(alone.players[0]!.y);
  }
  expect(beset.players[0]!.pushX).not.toBe(0);
});
