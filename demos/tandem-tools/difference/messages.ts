import type { VersionName } from '../../tandem/versions/names.ts';

/** The loops that are compared. */
export const shown = ['monolithic', 'adaptive'] as const satisfies readonly VersionName[];
export type Shown = (typeof shown)[number];

// Messages between the page and its two workers. Times are in ms since the epoch, which all threads share.

/** A message to a worker. */
export type Command =
  /** The first message: the loop, and its canvas. */
  | { readonly type: 'open'; readonly version: Shown; readonly canvas: OffscreenCanvas }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'go' }
  | { readonly type: 'pause' }
  /** The held keys of each robot since `at`. */
  | { readonly type: 'hold'; readonly held: readonly [number, number]; readonly at: number };

/** A message from a worker: figures of the last few seconds, in ms. */
export interface Vitals {
  /** Longest time between two frames. */
  readonly worstFrame: number;
  /** Longest time from a key event to the first frame that shows its effect. */
  readonly inputDelay: number;
  /** Mean time since the last update of each enemy near a robot. */
  readonly nearAge: number;
}

/** Milliseconds since the epoch of a time on the clock of this thread. */
export function sinceEpoch(time: number): number {
  return performance.timeOrigin + time;
}
