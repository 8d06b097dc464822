import { hashWorld } from '../../tandem/world/hash-world.ts';
import type { World } from '../../tandem/world/world.ts';
import { type KeyRun, readRuns, writeRuns } from './key-runs.ts';
import { simulate } from '../../tandem/game/simulate.ts';
import { placesOf } from './simulate-runs.ts';

/** Maximum number of steps from the release of all keys to the end of the level. */
const settling = 60;

/** The keys that finish a level, and the hash of the world at its end. */
export interface LevelRecording {
  readonly runs: readonly KeyRun[];
  readonly hash: number;
}

/** Writes a recording as text: one line per run, and one for the hash. */
export function writeRecording({ runs, hash }: LevelRecording): string {
  return `${writeRuns(runs)}hash ${hash}\n`;
}

/** Reads the text of {@link writeRecording}. Throws a SyntaxError if it is invalid. */
export function readRecording(text: string): LevelRecording {
  const match = /^([^]*\n|)hash (\d+)\n$/.exec(text);
  if (match === null) throw new SyntaxError('readRecording: the last line must be like "hash 123"');
  return { runs: readRuns(match[1]!), hash: Number(match[2]) };
}

/** Plays runs to the end of the level and returns the hash of the world. Throws an Error if they do not finish the level. */
export function playRuns(world: World, runs: readonly KeyRun[]): number {
  let fall = '';
  for (const { held, steps } of [...runs, { held: 0, steps: settling }]) {
    for (let step = 0; step < steps; step++) {
      if (simulate(world, held)) return hashWorld(world);
      if (fall === '' && world.stage.falls > 0)
        fall = `; the first fall is in step ${world.tick}, ${placesOf(world)}`;
    }
  }
  throw new Error(`playRuns: the keys must lead to the exit${fall}`);
}
