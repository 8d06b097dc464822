import { hashWorld } from '../../tandem/world/hash-world.ts';
import type { World } from '../../tandem/world/world.ts';
import { type KeyRun, readRuns, writeRuns } from './key-runs.ts';
import { simulate } from '../../tandem/game/simulate.ts';
import { placesOf } from './simulate-runs.ts';

/** Steps that robots may take to come to rest at the exit once all keys are let go. */
const patience = 60;

/** The keys that finish a level, and the hash of the world at its end. */
export interface LevelRecording {
  readonly runs: readonly KeyRun[];
  readonly hash: number;
}

/** As text: a line for each run, and one for the hash. */
export function writeRecording({ runs, hash }: LevelRecording): string {
  return `${writeRuns(runs)}hash ${hash}\n`;
}

/** Throws a SyntaxError where the text is no recording. */
export function readRecording(text: string): LevelRecording {
  const match = /^([^]*\n|)hash (\d+)\n$/.exec(text);
  if (match === null) throw new SyntaxError('readRecording: the last line must be like "hash 123"');
  return { runs: readRuns(match[1]!), hash: Number(match[2]) };
}

/** Plays runs to the end of the level and returns the hash of the world there. Throws an Error if they do not lead to it. */
export function playRuns(world: World, runs: readonly KeyRun[]): number {
  let fall = '';
  for (const { held, steps } of [...runs, { held: 0, steps: patience }]) {
    for (let step = 0; step < steps; step++) {
      if (simulate(world, held)) return hashWorld(world);
      if (fall === '' && world.stage.falls > 0)
        fall = `; the first fall is in step ${world.tick}, ${placesOf(world)}`;
    }
  }
  throw new Error(`playRuns: the keys must lead to the exit, and do not${fall}`);
}
