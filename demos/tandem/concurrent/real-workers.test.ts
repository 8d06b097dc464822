import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MultiProc } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { heldInSteps } from '../autopilot/key-runs.ts';
import { readRecording } from '../autopilot/recording.ts';
import { simulate } from '../autopilot/simulate.ts';
import { nullRenderer } from '../draw/renderer.ts';
import { createGame, type Game, step } from '../game.ts';
import { buildLevel } from '../levels/build-level.ts';
import { catalogue, levelOf } from '../levels/catalogue.ts';
import { readLevelText } from '../levels/level-text.ts';
import type { Entity } from '../world/entity.ts';
import { hashWorld } from '../world/hash-world.ts';
import type { Level } from '../world/level.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld } from '../world/world.ts';
import { Crew } from './crew.ts';
import type { Region } from './region.ts';
import { assignGroup } from './shard.ts';

let module: string;

beforeAll(async () => {
  module = await buildRegion();
  vi.spyOn(console, 'warn').mockImplementation(() => {}); // of threads that are killed
});

afterAll(() => {
  vi.restoreAllMocks();
  rmSync(dirname(module), { recursive: true });
});

const recordings = import.meta.glob<string>('../levels/*.keys', {
  query: '?raw',
  import: 'default',
  eager: true,
});

// Moves across borders, doors, falls, a rewind, rockets.
const levels = ['05-old-friends', '06-mind-the-teeth', '11-return-to-sender'];

describe.each(isLong ? [1, 2, 4] : [1, 4])('in %d workers', (parts) => {
  test.each(levels)('%s comes to the same in lock step', { timeout: 30_000 }, async (id) => {
    const { seed, source } = catalogue.find((entry) => entry.id === id)!;
    const { hash, runs } = readRecording(recordings[`../levels/${id}.keys`]!);
    const keys = heldInSteps(runs);
    const level = levelOf(source);

    using proc = await share(
      MultiProc.start<Region>({
        workers: parts,
        spawn: () => new Worker(module),
      }),
    );
    const workers = Array.from({ length: parts }, (_, part) => proc.worker(part));
    const program = { level, seed, threads: parts, keys, until: keys.length + 60 };
    await Promise.all(workers.map((worker, part) => worker.call('loadLockStep', { ...program, part })));
    const played = await Promise.all(workers.map((worker) => worker.call('playLockStep')));
    // All that is not in records comes from a run in this thread.
    const world = createWorld(level, seed);
    for (const held of [...keys, ...Array.from({ length: 60 }, () => 0)]) if (simulate(world, held)) break;
    expect(hashWorld(world)).toBe(hash);
    for (const group of played.flat()) assignGroup(world, group);
    expect(hashWorld(world)).toBe(hash);
    expect(played.flat().flatMap(({ records }) => records)).toHaveLength(world.entities.length);
  });
});

let crew: Crew | undefined;
let following: ReturnType<typeof setInterval> | undefined;

afterEach(() => {
  clearInterval(following);
  crew?.close();
});

const limit = { timeout: 30_000 };

describe('a crew', () => {
  test('robots can be hurt wherever they are, also far from the region of their thread', limit, async () => {
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

  test('a thread that is killed again while it gets what it had loses nobody', limit, async () => {
    const { world } = await play(createTunnel(800, 1), 2);
    await until(() => world.tick > 30);
    for (const rest of [80, 110, 140]) {
      crew!.kill(1);
      await sleep(rest);
      crew!.kill(1);
      await sleep(300);
      const { time } = world;
      const lively = world.enemies.filter(({ active }) => active);
      const goesOn = ({ active, updatedAt }: Entity): boolean => !active || updatedAt > time;
      await until(() => lively.every(goesOn));
      expect(lively.filter((enemy) => !goesOn(enemy))).toEqual([]);
    }
  });

  test('a schedule that is shifted makes each step once', limit, async () => {
    // As of a display of 57 Hz.
    let picture = performance.now();
    const { world } = await play(createTunnel(20, 1), 2, (playing) => playing.keepTime((picture += 17.5)));
    await until(() => world.tick > 200);
    clearInterval(following);
    crew!.pause();
    await sleep(200);
    // None twice; some may be missed on a machine that is busy with other things.
    const [player] = world.players;
    expect(player!.updates).toBeGreaterThan(100);
    expect(player!.updates).toBeLessThanOrEqual(Math.round(player!.updatedAt / step));
    for (const { previousUpdatedAt } of world.enemies.filter(({ active }) => active))
      expect(previousUpdatedAt).toBeGreaterThan(0);
  });

  test('after a pause all is there that the threads had', limit, async () => {
    const { world } = await play(createTunnel(100, 1), 2);
    await until(() => world.tick > 90);
    crew!.pause();
    const { tick } = world;
    await sleep(300);
    expect(world.tick).toBe(tick);
    for (const { active, localTime, updatedAt } of world.enemies) {
      // What is kept, and what is shown: of the same update.
      if (active) expect(Math.abs(localTime - updatedAt)).toBeLessThan(30 * step);
    }
  });

  test('in the calling thread one game after another is played', limit, async () => {
    for (let level = 0; level < 2; level++) {
      const { world } = await play(createTunnel(20, 1), 0);
      await until(() => world.players[0]!.updates > 10);
      expect(world.players[0]!.updates).toBeGreaterThan(10);
      clearInterval(following);
      crew!.close();
    }
  });
});

/** Lets threads play a level. `picture` is called in each picture. */
async function play(level: Level, workers: number, picture: (crew: Crew) => void = () => {}): Promise<Game> {
  const world = createWorld(level, 1);
  const game = createGame(world, { renderer: nullRenderer });
  const playing = await Crew.start(game, { workers, spawn: () => new Worker(module) });
  crew = playing;
  playing.resume(performance.now());
  following = setInterval(() => {
    picture(playing);
    playing.follow();
  }, step);
  return game;
}

function until(condition: () => boolean): Promise<true> {
  return vi.waitUntil(condition, { timeout: 20_000 });
}

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** Builds the threads' module for workers of Node, into a new folder. Returns its path. */
async function buildRegion(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'doha-tandem-')), 'region.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('region.worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    outfile,
  });
  return outfile;
}
