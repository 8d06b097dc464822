import { Crew, type CrewOptions } from '../../tandem/concurrent/region-pool.ts';
import { nullRenderer } from '../../tandem/draw/renderer.ts';
import { createGame, step } from '../../tandem/game/game.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';
import type { CrewRunOptions, ThreadRun } from './pool-report.ts';

/** Lets threads play, and returns what each did. */
export async function runCrew(options: CrewRunOptions, spawn: CrewOptions['spawn']): Promise<ThreadRun[]> {
  const { enemies, isBalanced, seconds, seed, warmup, workers } = options;
  const world = createWorld(createTunnel(enemies, seed), seed);
  const game = createGame(world, { renderer: nullRenderer });
  game.balances = isBalanced;
  const crew = await Crew.start(game, { workers, recorded: { seconds, warmup }, spawn });
  crew.resume(performance.now());
  const following = setInterval(() => crew.follow(), step);
  const recordings = await crew.recordings();
  clearInterval(following);
  crew.close();
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
