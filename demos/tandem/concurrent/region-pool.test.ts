import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { createGame, type Game, step } from '../game/game.ts';
import { buildLevel } from '../game/levels/build-level.ts';
import { readLevelText } from '../game/levels/level-text.ts';
import type { Entity } from '../world/entity.ts';
import type { Level } from '../world/level.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld } from '../world/world.ts';
import { buildRegion } from './build-region.test.setup.ts';
import { RegionPool } from './region-pool.ts';

let module: string;
beforeAll(async () => {
  module = await buildRegion();
  vi.spyOn(console, 'warn').mockImplementation(() => {}); // killed workers are reported
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(dirname(module), { recursive: true });
});

let pool: RegionPool | undefined;
let advancing: ReturnType<typeof setInterval> | undefined;
afterEach(() => {
  clearInterval(advancing);
  pool?.close();
});

const limit = { timeout: 30_000 };

test('robots can be hit anywhere, also far from the region of the thread that owns them', limit, async () => {
  const width = 72;
  const line = (text: string): string => `#${text.padEnd(width - 2)}#`;
  const text = `title: T
idea: t
par: 25

${'#'.repeat(width)}
${Array.from({ length: 10 }, () => line('')).join('\n')}
${line(' !'.padEnd(53) + 'w w w 1 2 w w')}
${'#'.repeat(width)}

w crawler
`;
  const { world } = await play(buildLevel(readLevelText(text)), 2);
  await until(() => world.robots.some(({ falls }) => falls > 0));
  expect(world.robots.map(({ falls }) => falls)).not.toEqual([0, 0]);
});

test('no enemy is lost if the replacement of a killed worker is killed during recovery', limit, async () => {
  const { world } = await play(createTunnel(800, 1), 2);
  await until(() => world.tick > 30);
  for (const rest of isLong ? [80, 110, 140] : [110]) {
    pool!.kill(1);
    await sleep(rest);
    pool!.kill(1);
    await sleep(300);
    const { time } = world;
    const active = world.enemies.filter((enemy) => enemy.active);
    const isUpdated = (enemy: Entity): boolean => !enemy.active || enemy.updatedAt > time;
    await until(() => active.every(isUpdated));
    expect(active.filter((enemy) => !isUpdated(enemy))).toEqual([]);
  }
});

test('no step is made twice when the schedule is shifted', limit, async () => {
  // The frames of a display with 57 Hz.
  let frameTime = performance.now();
  const { world } = await play(createTunnel(20, 1), 2, (playing) => playing.alignTo((frameTime += 17.5)));
  await until(() => world.tick > 200);
  clearInterval(advancing);
  pool!.pause();
  await sleep(200);
  // Some steps may be missed on a machine that is busy with other things.
  const [player] = world.players;
  expect(player!.updates).toBeGreaterThan(100);
  expect(player!.updates).toBeLessThanOrEqual(Math.round(player!.updatedAt / step));
  for (const { previousUpdatedAt } of world.enemies.filter(({ active }) => active))
    expect(previousUpdatedAt).toBeGreaterThan(0);
});

test('after a pause the page has the complete state of all threads', limit, async () => {
  const { world } = await play(createTunnel(100, 1), 2);
  await until(() => world.tick > 90);
  pool!.pause();
  const { tick } = world;
  // The hidden state of an enemy (`localTime`) must be about as new as its visible state (`updatedAt`).
  const isComplete = ({ active, localTime, updatedAt }: Entity): boolean =>
    !active || Math.abs(localTime - updatedAt) < 30 * step;
  await until(() => world.enemies.every(isComplete));
  expect(world.tick).toBe(tick);
});

test('two games can be played one after the other in the calling thread', limit, async () => {
  for (let level = 0; level < 2; level++) {
    const { world } = await play(createTunnel(20, 1), 0);
    await until(() => world.players[0]!.updates > 10);
    expect(world.players[0]!.updates).toBeGreaterThan(10);
    clearInterval(advancing);
    pool!.close();
  }
});

/** Plays a level in a pool. `onFrame` is called once per frame. */
async function play(
  level: Level,
  workers: number,
  onFrame: (pool: RegionPool) => void = () => {},
): Promise<Game> {
  const world = createWorld(level, 1);
  const game = createGame(world);
  const playing = await RegionPool.start(game, { workers, spawn: () => new Worker(module) });
  pool = playing;
  playing.resume(performance.now());
  advancing = setInterval(() => {
    onFrame(playing);
    playing.advance();
  }, step);
  return game;
}

function until(condition: () => boolean): Promise<true> {
  return vi.waitUntil(condition, { timeout: 20_000 });
}

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
