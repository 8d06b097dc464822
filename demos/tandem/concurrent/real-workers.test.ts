import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MultiProc } from '@doha/multiproc';
import { readRecording } from '../autopilot/recording.ts';
import { catalogue, levelOf } from '../levels/catalogue.ts';
import { hashWorld } from '../world/hash-world.ts';
import { createWorld } from '../world/world.ts';
import { buildRegion } from './build-region.ts';
import { simulate } from '../autopilot/simulate.ts';
import type { Region } from './region.ts';
import { assignGroup } from './shard.ts';

let module: string;

beforeAll(async () => {
  module = await buildRegion();
});

afterAll(() => rmSync(dirname(module), { recursive: true }));

const recordings = import.meta.glob<string>('../levels/*.keys', {
  query: '?raw',
  import: 'default',
  eager: true,
});

// Moves across borders, doors, falls, a rewind, rockets.
const levels = ['05-old-friends', '06-mind-the-teeth', '11-return-to-sender'];

describe.each([1, 2, 4])('in %d workers', (parts) => {
  test.each(levels)('%s comes to the same in lock step', { timeout: 30_000 }, async (id) => {
    const { seed, source } = catalogue.find((entry) => entry.id === id)!;
    const { hash, runs } = readRecording(recordings[`../levels/${id}.keys`]!);
    const keys = runs.flatMap(({ held, steps }) => Array.from({ length: steps }, () => held));
    const level = levelOf(source);

    using proc = await MultiProc.start<Region>({
      workers: parts,
      spawn: () => new Worker(module),
    });
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
