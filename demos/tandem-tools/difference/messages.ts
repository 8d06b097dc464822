import type { VersionName } from '../../tandem/versions/names.ts';

/** The loops that are compared. */
export const shown = ['monolithic', 'adaptive'] as const satisfies readonly VersionName[];
export type Shown = (typeof shown)[number];

// Messages between the page and its two workers. Times are in ms since the epoch, which all threads share.

/** The keys that each robot holds, as sums of `Key`s. */
export type Held = readonly [number, number];

/** A message to a worker. */
export type Command =
  | OpenCommand
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | ({ readonly type: 'start' } & RunOptions)
  | { readonly type: 'pause' }
  /** Continues a paused game. */
  | { readonly type: 'resume' }
  /** The held keys since `at`. */
  | { readonly type: 'hold'; readonly held: Held; readonly at: number }
  /** Shows the frames of the last recording again and again. Each repetition takes `period` ms; the first one begins at `from`. */
  | { readonly type: 'replay'; readonly from: number; readonly period: number };

/** The first message to a worker: the loop, its canvas, and the number of enemies that the canvas shows before the first game. */
export interface OpenCommand {
  readonly type: 'open';
  readonly version: Shown;
  readonly canvas: OffscreenCanvas;
  readonly enemies: number;
}

/** A game from its beginning. */
export interface RunOptions {
  /** The number of the run. The reports of the run have the same number. */
  readonly run: number;
  readonly enemies: number;
  /** The figures cover the last `window` ms of the game; Infinity for all of it. */
  readonly window: number;
  /** Records the frames of a limited run. Without this option, the run has no end. */
  readonly record?: RecordOptions | undefined;
}

/** Durations in ms. */
export interface RecordOptions {
  /** Time until the engine has compiled the game; it is not recorded. */
  readonly warmup: number;
  /** The recording ends with the first frame after this time, if it has enough frames for its figures. */
  readonly length: number;
}

/** A message from a worker: the first one, and then about a run. */
export type Message = { readonly type: 'ready' } | Report;

export type Report = { readonly run: number } &
  /** The game is created, and its loop begins. */
  (
    | { readonly type: 'started' }
    | { readonly type: 'vitals'; readonly vitals: Vitals }
    /** The recording is complete. */
    | ({ readonly type: 'recorded'; readonly vitals: Vitals } & RecordingSummary)
  );

export interface RecordingSummary {
  readonly frames: number;
  /** Duration in ms, and the game time that passed meanwhile: an overloaded game slows down. */
  readonly length: number;
  readonly gameTime: number;
  /** Size of the recorded states in bytes. */
  readonly size: number;
}

/** The figures that the page compares, in this order. */
export const vitalNames = ['frameTime', 'inputLatency', 'nearInterval', 'farInterval'] as const;
export type VitalName = (typeof vitalNames)[number];

/** A figure is undefined until there are enough values. */
export type Vitals = Readonly<Record<VitalName, Quantiles | undefined>>;

/** Median and 95th percentile in whole ms. */
export interface Quantiles {
  readonly median: number;
  readonly p95: number;
}

/** Milliseconds since the epoch of a time on the clock of this thread. */
export function sinceEpoch(time: number): number {
  return performance.timeOrigin + time;
}
