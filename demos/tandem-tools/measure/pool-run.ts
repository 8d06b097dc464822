import { RegionPool, type RegionPoolOptions } from '../../tandem/concurrent/region-pool.ts';
import { createGame, step } from '../../tandem/game/game.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { threadRecordings } from './measured-region.ts';
import type { PoolRunOptions, ThreadRun } from './pool-report.ts';

/** Lets the threads of a pool play, and returns the figures of each. `spawn` starts a worker with a measured region. */
export async function runPool(
  options: PoolRunOptions,
  spawn: RegionPoolOptions['spawn'],
): Promise<ThreadRun[]> {
  const { enemies, isBalanced, margin, seconds, seed, workers } = options;
  const world = createWorld(createTunnel(enemies, seed), seed);
  const game = createGame(world);
  game.balances = isBalanced;
  const pool = await RegionPool.start(game, { workers, observation: { margin, seconds }, spawn });
  pool.resume(performance.now());
  const advancing = setInterval(() => pool.advance(), step);
  const recordings = await threadRecordings(pool);
  clearInterval(advancing);
  pool.close();
  return recordings.map(({ busy, from, parts, steps, to, updated, windows }) => {
    const counted = (to - from) / 1000;
    return {
      updates: (updated + parts) / counted,
      steps: steps.length / counted,
      busy: busy / counted,
      windows: [...windows],
    };
  });
}
