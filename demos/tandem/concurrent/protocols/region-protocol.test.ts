import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MultiProc } from '@doha/multiproc';
import { inferProtocol, recordedTraces, stateDiagram } from '@doha/monitor/protocol';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createGame, type Game, step } from '../../game/game.ts';
import { createTunnel } from '../../world/tunnel.ts';
import { createWorld } from '../../world/world.ts';
import { buildRegion } from '../build-region.test.setup.ts';
import { RegionPool } from '../region-pool.ts';
import { regionProtocol } from './region-protocol.ts';
import type { Traffic, WatchedRegion } from './watched-region.test.setup.ts';

let module: string;
beforeAll(async () => {
  module = await buildRegion('protocols/watched-region.test.setup.ts');
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
  pool = undefined;
});

const limit = { timeout: 60_000 };

test(
  'the threads of a game follow their protocols, also after a pause and the loss of a thread',
  limit,
  async () => {
    const game = await play(2);
    const { world } = game;
    await until(() => world.tick > 120);
    pool!.pause();
    pool!.resume(performance.now());
    await until(() => world.tick > 180);
    const before = await traffic();
    pool!.kill(1);
    const { tick } = world;
    await until(() => world.tick > tick + 120);
    await vi.waitUntil(async () => (await traffic())[1]!.counts['sent load'], limit);
    const after = await traffic();
    for (const { state, violations } of [...before, ...after]) {
      expect(violations).toEqual([]);
      expect(state).toBe('playing');
    }
    for (const { counts } of before) {
      expect(counts).toMatchObject({
        'received load': 1,
        'sent loaded': 1,
        'sent connected': 1,
        'received stop': 1,
      });
      expect(counts['sent load']).toBeGreaterThan(0);
      expect(counts['received start']).toBeGreaterThan(1);
    }
    expect(before[0]!.counts['sent stage']).toBeGreaterThan(0);
    expect(before[1]!.counts['received stage']).toBeGreaterThan(0);
    expect(after[1]!.counts).toMatchObject({ 'received load': 1, 'sent connected': 1 });
  },
);

test('a draft of the protocol follows from a recording of a game', limit, async () => {
  const { world } = await play(1);
  await until(() => world.tick > 120);
  const [{ recording }] = (await traffic()) as [Traffic];
  const traces = recordedTraces(recording, 'region');
  const { start, states } = inferProtocol(traces, { name: 'region' });
  expect(traces).toHaveLength(1);
  const afterLoad = states[start]!['page']!['load'];
  expect(states[afterLoad as string]!['region']).toHaveProperty('loaded');
  // The draft allows the messages of the game, as the protocol does.
  let state = start;
  for (const { from, name } of traces[0]!) state = states[state]![from]![name] as string;
  expect(state in states).toBe(true);
});

test('a call in the wrong state is noticed', limit, async () => {
  const proc = await MultiProc.start<WatchedRegion>({ workers: 1, spawn: () => new Worker(module) });
  await expect(proc.worker(0).call('connect', [])).rejects.toThrow('undefined');
  const { state, violations } = await proc.worker(0).call('traffic', []);
  expect(state).toBe('new');
  expect(violations[0]).toBe(
    'region: connect of page, seen by region in the state new, is unexpected: page may send load, start, stop',
  );
  proc.dispose();
});

test('the protocol can be drawn', () => {
  expect(stateDiagram(regionProtocol).split('\n')).toContain('  s4 --> s5: region sends connected');
});

async function play(workers: number): Promise<Game> {
  const game = createGame(createWorld(createTunnel(200, 1), 1));
  const playing = await RegionPool.start(game, { workers, spawn: () => new Worker(module) });
  pool = playing;
  playing.resume(performance.now());
  let frameTime = performance.now();
  advancing = setInterval(() => {
    playing.alignTo((frameTime += 17.5));
    playing.advance();
  }, step);
  return game;
}

/** The messages of each thread. */
function traffic(): Promise<readonly Traffic[]> {
  const workers = pool!.workers as unknown as readonly WatchedWorker[];
  return Promise.all(workers.map((worker) => worker.call('traffic', [])));
}

interface WatchedWorker {
  call(name: 'traffic', args: readonly []): Promise<Traffic>;
}

function until(condition: () => boolean): Promise<true> {
  return vi.waitUntil(condition, { timeout: 20_000 });
}
