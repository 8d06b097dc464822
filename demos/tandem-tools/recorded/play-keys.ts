import type { KeyRun } from '../autopilot/key-runs.ts';
import type { Steering } from '../../tandem/input/steering.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';

/** Returns a function that holds the keys of recorded runs; to be called once in each step. After the last run it releases all keys. */
export function playKeys(runs: readonly KeyRun[], steering: Steering): () => void {
  let run = 0;
  let left = runs[0]?.steps ?? 0;
  return () => {
    while (left === 0 && run < runs.length) left = runs[++run]?.steps ?? 0;
    const held = runs[run]?.held ?? 0;
    left--;
    steering.hold('recording', heldBy(held, 0), heldBy(held, 1));
  };
}
