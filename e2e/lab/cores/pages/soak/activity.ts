import type { SharedPool } from '@doha/multiproc/shared';
import type { Soaker } from '../soak.worker.ts';
import type { Findings } from './findings.ts';

/** The use of one feature throughout a soak, with checks. */
export interface Activity {
  /** Called every few ms. */
  readonly step: () => void;
  /** Called after the last step, when no more workers are killed. Waits for pending operations, and checks that all of them end. */
  readonly end: () => Promise<void>;
}

/** The state that all activities share. */
export interface SoakContext {
  readonly proc: SharedPool<Soaker>;
  readonly findings: Findings;
  /** Returns a random number in [0, 1). */
  readonly chance: () => number;
}

/** Waits up to 20 s for a condition. Returns whether it has become true. */
export async function becomesTrue(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
