import { expect, test } from 'vitest';
import { Kind } from '../kind.ts';
import { Mutation } from '../mutation.ts';
import { liveTicks, only, room, worldOf } from '../room.ts';
import { postTo } from '../surroundings.ts';
import { commit, update, type World } from '../world.ts';

const ceiling = { kind: Kind.turret, x: 10, y: 0.4002, normalX: 0, normalY: 1 };

test('a bolt is at the same place whatever the rate of its updates, however often it was thrown back', () => {
  const place = (elapsed: number): [number, number] => {
    const world = worldOf(room(20, 10), ceiling);
    const bolt = only(world, Kind.bolt);
    fire(world, elapsed);
    while (only(world, Kind.turret).localTime < bolt.goalX + 1500) liveTicks(world, 1, undefined, elapsed);
    const late = (bolt.localTime - bolt.goalX - 1500) / 1000;
    return [bolt.x - late * bolt.vx, bolt.y - late * bolt.vy];
  };
  const [x, y] = place(5);
  // The barrel turns in steps as long as updates, so that the shot may differ a little in direction.
  for (const elapsed of [16, 50]) {
    expect(Math.hypot(place(elapsed)[0] - x, place(elapsed)[1] - y)).toBeLessThan(0.5);
  }
});

test('a bolt keeps its speed, and returns to its turret at the end of its life', () => {
  const world = worldOf(room(20, 10), ceiling);
  const bolt = only(world, Kind.bolt);
  fire(world, 16);
  let flown = 0;
  while (bolt.active) {
    expect(Math.hypot(bolt.vx, bolt.vy)).toBeCloseTo(bolt.speed, 9);
    flown++;
    liveTicks(world, 1, undefined, 16);
  }
  expect(flown * 16).toBeGreaterThan(1800);
  expect([bolt.x, bolt.y]).toEqual([ceiling.x, ceiling.y]);
});

test('a bolt that flies through a player counts as one hit', () => {
  const world = worldOf(room(20, 10), { kind: Kind.player, x: 10, y: 5 }, ceiling);
  postTo(world, only(world, Kind.turret), only(world, Kind.bolt).index, Mutation.launch, { x: 0, y: 7 }, 1);
  commit(world);
  for (let tick = 0; tick < 100; tick++) {
    update(world, only(world, Kind.bolt), 16);
    commit(world);
  }
  expect(world.players[0]!.hits).toBe(1);
});

function fire(world: World, elapsed: number): void {
  const bolt = only(world, Kind.bolt);
  while (!bolt.active) liveTicks(world, 1, undefined, elapsed);
}
