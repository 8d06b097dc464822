import { buildLevel } from '../../tandem/game/levels/build-level.ts';
import { readLevelText } from '../../tandem/game/levels/level-text.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { followPlan } from './follow-plan.ts';
import { type LevelRecording, playRuns } from './recording.ts';

/** Finds the keys that finish a level by a plan. Throws an Error if a line of the plan fails, or if the plan does not reach the exit. */
export function solve(source: string, seed: number, plan: string): LevelRecording & { steps: number } {
  const level = buildLevel(readLevelText(source));
  const runs = followPlan(createWorld(level, seed), plan);
  const world = createWorld(level, seed);
  const hash = playRuns(world, runs);
  return { runs, hash, steps: world.stage.wonAt };
}
