import { EventLoop, Frame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { createGame, type Game, step, stepsPerWindow } from '../game/game.ts';
import { chance } from '../world/chance.ts';
import { rewindEnemies } from '../world/rewind.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld, type World } from '../world/world.ts';
import { pendingTime } from './pending-time.ts';
import { Shard } from './shard.ts';

interface Thread {
  readonly world: World;
  readonly shard: Shard;
  readonly game: Game;
  readonly run: () => void;
}

/** A thread in which each update costs `cost` ms, and which has 10 ms per step. */
function createThread(cost: number): Thread {
  const world = createWorld(createTunnel(40, 1), 1);
  const shard = new Shard(world);
  const game = createGame(world);
  const host = new VirtualHost();
  const frame = new Frame({
    entities: shard.enemies,
    stepsPerWindow,
    beforeStep: game.beginStep,
    update: (enemy, elapsed) => {
      host.spend(cost);
      game.update(enemy, elapsed);
    },
    priority: (_, age) => age,
    initialAge: (enemy) => pendingTime(world, enemy),
  });
  frame.attach(new EventLoop({ host: { now: () => host.now() } }));
  return { world, shard, game, run: () => frame.run({ elapsed: step + 1e-9, budget: 10 }) };
}

test('enemies that migrate between threads lose no time under any load', () => {
  for (const cost of [0, 1, 5]) {
    const threads = [createThread(cost), createThread(cost)];
    const [first] = threads;
    const leaders = [...new Set(first!.shard.leaders)].filter((leader) => leader >= first!.world.playerCount);
    for (const [i, { shard }] of threads.entries())
      shard.assign(leaders.filter((_, place) => place % 2 === i));
    for (let tick = 1; tick <= 300; tick++) {
      for (const { run } of threads) run();
      const leader = leaders[Math.floor(chance(1, tick, 0) * leaders.length)]!;
      const from = threads.findIndex(({ shard }) => shard.has(leader));
      if (tick % 5 === 0) threads[1 - from]!.shard.adopt(threads[from]!.shard.release(leader));
      for (const { shard } of threads) shard.enemies; // oxlint-disable-line no-unused-expressions -- lists them anew
    }
    for (const { shard, world } of threads) {
      for (const { localTime, updatedAt, updates } of shard.enemies) {
        // The first update covers a whole window.
        const ahead = updates === 0 ? 0 : (stepsPerWindow - 1) * step;
        expect(localTime - updatedAt).toBeCloseTo(ahead, 6);
      }
      expect(world.stage.rewinds).toBe(0);
    }
  }
});

test('an enemy from a thread that is ahead has no pending time', () => {
  const [enemy] = createThread(0).world.enemies;
  expect(pendingTime({ time: step }, enemy!)).toBeCloseTo(stepsPerWindow * step);
  Object.assign(enemy!, { updates: 1, updatedAt: 3 * step });
  expect(pendingTime({ time: step }, enemy!)).toBe(0);
  expect(pendingTime({ time: 5 * step }, enemy!)).toBeCloseTo(2 * step);
});

test('the pending time of an enemy that was rewound begins at the rewind', () => {
  const { world } = createThread(0);
  world.time = 100 * step;
  rewindEnemies(world);
  for (const enemy of world.enemies) {
    expect(pendingTime({ time: 101 * step }, enemy)).toBeCloseTo(stepsPerWindow * step);
  }
});
