import type { Floats, Recording } from '../measure/recording.ts';
import type { Settings } from './settings.ts';

/** The report in `globalThis.report`: plain JSON. Times are in ms on the clock of the page, except where noted. */
export interface Report {
  readonly settings: Settings;
  /** Number of enemies. */
  readonly enemies: number;
  /** Whether the page is isolated. Then the resolution of its clock is 5 µs instead of 100 µs. */
  readonly isolated: boolean;
  /** Undefined if the number of enemies was given. */
  readonly calibration: Calibration | undefined;
  /** Undefined if the page only calibrates. */
  readonly recording: Recording | undefined;
}

/** The measured speed of this page on this machine. */
export interface Calibration {
  /** Number of enemies by load. */
  readonly easy: number;
  readonly medium: number;
  readonly hard: number;
  /**
   * Milliseconds per frame that the page's thread spends on drawing and on the work of the browser,
   * without the simulation.
   */
  readonly frame: number;
  /** Milliseconds of drawing per frame, a part of `frame`. */
  readonly drawing: number;
  /** Milliseconds of a step without enemies. */
  readonly step: number;
  /** Mean microseconds of an update of an enemy at about the medium load. */
  readonly update: number;
}

/** The report of the reference page: the positions of all entities by entity, in cells; one table per requested time. */
export interface ReferenceReport {
  readonly x: readonly Floats[];
  readonly y: readonly Floats[];
}
