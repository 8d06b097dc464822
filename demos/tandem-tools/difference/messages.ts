import type { VersionName } from '../../tandem/versions/names.ts';

/** The loops that are shown beside one another. */
export const shown = ['monolithic', 'adaptive'] as const satisfies readonly VersionName[];
export type Shown = (typeof shown)[number];

// What the page and its two workers say to one another. Times are in ms since the epoch, which all of them share.

/** To a worker. */
export type Order =
  /** The first one: what to run, and where to draw. */
  | { readonly what: 'open'; readonly version: Shown; readonly canvas: OffscreenCanvas }
  | { readonly what: 'resize'; readonly width: number; readonly height: number }
  | { readonly what: 'go' }
  | { readonly what: 'rest' }
  /** What is held down for each robot since `at`. */
  | { readonly what: 'hold'; readonly held: readonly [number, number]; readonly at: number };

/** From a worker: how the game feels right now, over the last few seconds. In ms. */
export interface Vitals {
  /** Longest time from a picture to the next. */
  readonly worstFrame: number;
  /** Longest time from a key to the first picture that shows what it did. */
  readonly inputDelay: number;
  /** Mean time since the last update of the enemies near a robot. */
  readonly nearAge: number;
}

/** Milliseconds since the epoch of a moment on the clock of this thread. */
export function sinceEpoch(time: number): number {
  return performance.timeOrigin + time;
}
