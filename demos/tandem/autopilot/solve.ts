import { buildLevel } from '../levels/build-level.ts';
import { type LevelText, type Meaning, readLevelText } from '../levels/level-text.ts';
import { createWorld } from '../world/world.ts';
import { followPlan } from './follow-plan.ts';
import type { KeyRun } from './key-runs.ts';
import { type LevelRecording, playRuns } from './recording.ts';

/** States that are looked at for each line of a plan, at the most; and where each of them costs thousands of updates. */
const patience = 30_000;
const patienceWithSwarm = 600;
/** Enemies of a swarm that are often enough to look for a way past it. */
const fewOfSwarm = 120;

/**
 * Finds the keys that finish a level by a plan. A way past thousands is looked for past few of them first. Throws an Error that says
 * which line does not work, or that the exit was not reached.
 */
export function solve(source: string, seed: number, plan: string): LevelRecording & { steps: number } {
  const text = readLevelText(source);
  const level = buildLevel(text);
  const play = (runs: readonly KeyRun[]): LevelRecording & { steps: number } => {
    const world = createWorld(level, seed);
    return { runs, hash: playRuns(world, runs), steps: world.stage.wonAt };
  };
  const runs = followPlan(createWorld(buildLevel(thin(text)), seed), plan, patience);
  try {
    return play(runs);
  } catch (error) {
    if (![...text.legend.values()].some(({ what }) => what === 'swarm')) throw error;
    return play(followPlan(createWorld(level, seed), plan, patienceWithSwarm));
  }
}

function thin(text: LevelText): LevelText {
  const few = (meaning: Meaning): Meaning =>
    meaning.what === 'swarm' ? { ...meaning, count: Math.min(meaning.count, fewOfSwarm) } : meaning;
  return { ...text, legend: new Map([...text.legend].map(([letter, meaning]) => [letter, few(meaning)])) };
}
