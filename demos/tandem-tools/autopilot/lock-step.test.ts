import { share } from '@doha/multiproc/shared';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MultiProc } from '@doha/multiproc';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { monolithicSteps } from '../../tandem/concurrent/lock-step/lock-step.ts';
import { playTogether } from '../../tandem/concurrent/lock-step/play-together.test.setup.ts';
import { buildRegion } from '../../tandem/concurrent/build-region.test.setup.ts';
import type { Region } from '../../tandem/concurrent/region.ts';
import { assignGroup } from '../../tandem/concurrent/shard.ts';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { simulate } from '../../tandem/game/simulate.ts';
import { hashWorld } from '../../tandem/world/hash-world.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { heldInSteps } from './key-runs.ts';
import { readRecording } from './recording.ts';

const recordings = import.meta.glob<string>('./recordings/*.keys', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('shards in lock step reproduce the hash of the recording', () => {
  const isFlood = ({ text }: (typeof catalog)[number]): boolean =>
    [...text.legend.values()].some(({ type }) => type === 'swarm');
  const levels = catalog.filter((entry) => isLong || !isFlood(entry));

  const threadsOf = (entry: (typeof catalog)[number]): number[] => {
    if (isFlood(entry)) return [3];
    return isLong ? [1, 2, 3, 4] : [3];
  };

  test.each(levels)('$id', { timeout: 3_600_000 }, async (entry) => {
    const { id, seed, source } = entry;
    const recording = readRecording(recordings[`./recordings/${id}.keys`]!);
    const keys = heldInSteps(recording.runs);
    const program = {
      level: levelOf(source),
      seed,
      until: keys.length + 60,
      heldAt: (tick: number) => keys[tick - 1] ?? 0,
      stepsOf: monolithicSteps,
    };
    for (const threads of threadsOf(entry)) {
      const world = await playTogether(program, threads, 0.01);
      expect(hashWorld(world), `${threads} threads`).toBe(recording.hash);
    }
  });
});

// These levels contain migrations, doors, falls, a rewind and rockets.
const playedByWorkers = isLong
  ? ['05-old-friends', '06-mind-the-teeth', '11-return-to-sender']
  : ['11-return-to-sender'];

describe.each(isLong ? [1, 2, 4] : [4])('%d workers of Node in lock step', (threadCount) => {
  let module: string;
  beforeAll(async () => {
    module = await buildRegion();
  });
  afterAll(() => rmSync(dirname(module), { recursive: true }));

  test.each(playedByWorkers)('reproduce the hash of %s', { timeout: 30_000 }, async (id) => {
    const { seed, source } = catalog.find((entry) => entry.id === id)!;
    const { hash, runs } = readRecording(recordings[`./recordings/${id}.keys`]!);
    const keys = heldInSteps(runs);
    const level = levelOf(source);
    using proc = await share(
      MultiProc.start<Region>({
        workers: threadCount,
        spawn: () => new Worker(module),
      }),
    );
    const workers = Array.from({ length: threadCount }, (_, thread) => proc.worker(thread));
    const program = { level, seed, threadCount, keys, until: keys.length + 60 };
    await Promise.all(workers.map((worker, thread) => worker.call('loadLockStep', [{ ...program, thread }])));
    const played = await Promise.all(workers.map((worker) => worker.call('playLockStep', [])));

    // `assignGroup` sets only entities and robots. The rest of the state comes from a run in this
    // thread.
    const world = createWorld(level, seed);
    for (const held of [...keys, ...Array.from({ length: 60 }, () => 0)]) if (simulate(world, held)) break;
    expect(hashWorld(world)).toBe(hash);
    for (const group of played.flat()) assignGroup(world, group);
    expect(hashWorld(world)).toBe(hash);
    expect(played.flat().flatMap(({ records }) => records)).toHaveLength(world.entities.length);
  });
});
