import type { KeyRun } from '../autopilot/key-runs.ts';
import type { Steering } from '../../tandem/input/steering.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';

/** What holds the keys of recorded runs when it is called once in each step; after the last one it lets go. */
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
