import type { SharedPool } from '@doha/multiproc/shared';
import type { Soaker } from '../soak.worker.ts';
import type { Ledger } from './ledger.ts';

/** Something that is done all the time in a soak, and checked. */
export interface Activity {
  /** Is called every few ms. */
  readonly step: () => void;
  /** After the last step, when no worker is killed any more: waits for what is under way, and looks whether all of it came. */
  readonly end: () => Promise<void>;
}

/** What activities share. */
export interface Soaked {
  readonly proc: SharedPool<Soaker>;
  readonly ledger: Ledger;
  /** A number in [0, 1). */
  readonly chance: () => number;
}

/** Waits, for some seconds at the most; returns whether it has come about. */
export async function comesAbout(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
